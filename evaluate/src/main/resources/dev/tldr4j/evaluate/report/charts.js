'use strict';
// The charts. Each has a function that reads what is picked (state) and draws.

Chart.defaults.animation = false;
Chart.defaults.maintainAspectRatio = false;
Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
Chart.defaults.plugins.legend.display = false; // the toggles are the legend
Chart.defaults.devicePixelRatio = Math.max(2, devicePixelRatio); // so that print is sharp

/** Those in which anything but full vectors is stored. */
const reducedStorages = unique(data.rows.filter(row => row.method !== FULL).map(row => row.storage));
const state = {measure: data.main, storage: reducedStorages.includes('float') ? 'float' : reducedStorages[0], zoomed: false, hiddenMethods: new Set(), hiddenStorages: new Set()};

/** The full vectors as a row like the others: as they came, in floats. */
const fullRow = {
  method: FULL, dims: data.task.dims, storage: 'float', seeds: 1, mean: data.full.measures, deviation: {},
  bytes: data.full.bytes, shared: 0, fitSeconds: null,
};
const rows = data.rows.some(row => row.method === FULL && row.storage === 'float') ? data.rows : [...data.rows, fullRow];

/** Fills a band of one standard deviation around each line. */
const bands = {
  id: 'bands',
  beforeDatasetsDraw(chart) {
    const {ctx, scales: {x, y}, chartArea: area} = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.width, area.height);
    ctx.clip();
    for (const {data: points, borderColor} of chart.data.datasets) {
      if (!points.some(point => point.deviation > 0)) continue;
      const edge = (point, sign) => [x.getPixelForValue(point.x), y.getPixelForValue(point.y + sign * (point.deviation || 0))];
      ctx.beginPath();
      for (const point of points) ctx.lineTo(...edge(point, 1));
      for (const point of [...points].reverse()) ctx.lineTo(...edge(point, -1));
      ctx.fillStyle = borderColor + '38';
      ctx.fill();
    }
    ctx.restore();
  },
};

/** Lines at the full quality and at the shares of it that are asked for. */
const references = {
  id: 'references',
  beforeDatasetsDraw(chart) {
    const {ctx, scales: {y}, chartArea: area} = chart;
    ctx.save();
    ctx.font = '11px ' + Chart.defaults.font.family;
    ctx.fillStyle = ctx.strokeStyle = colors.quiet;
    let last = -Infinity;
    for (const {value, text, dash} of chart.options.plugins.references.lines) {
      const at = y.getPixelForValue(value);
      if (!(at >= area.top && at <= area.bottom)) continue;
      ctx.setLineDash(dash);
      ctx.globalAlpha = .7;
      ctx.beginPath();
      ctx.moveTo(area.left, at);
      ctx.lineTo(area.right, at);
      ctx.stroke();
      ctx.globalAlpha = 1;
      if (at - last >= 11) { // else the texts would overlap
        ctx.fillText(short(text, 14), area.right + 5, at + 4);
        last = at;
      }
    }
    ctx.restore();
  },
};

/** The full quality, the shares of it that are asked for, and what the storage alone costs the full vectors. */
function referenceLines(storage) {
  const full = fullQuality(state.measure);
  const lines = [{value: full, text: 'full', dash: []}];
  for (const level of [0.99, 0.95]) lines.push({value: level * full, text: (100 * level).toFixed(0) + ' %', dash: [3, 4]});
  const stored = data.rows.find(row => row.method === FULL && row.storage === storage);
  if (stored && isShown(stored)) lines.push({value: stored.mean[state.measure], text: 'full, ' + storage, dash: [8, 3]});
  return lines.sort((a, b) => b.value - a.value);
}

function referenceOptions(storage) {
  return {references: {lines: referenceLines(storage)}};
}

function axis(title, more) {
  return {
    title: {display: true, text: title, color: colors.quiet},
    grid: {color: colors.grid}, border: {color: colors.grid},
    ...more,
    ticks: {color: colors.quiet, maxRotation: 0, ...more.ticks},
  };
}

/** A logarithmic axis with ticks where we want them. */
function logAxis(title, values, marks) {
  const least = values.length ? Math.min(...values) : 1, most = Math.max(least, ...values);
  return axis(title, {
    type: 'logarithmic', min: least / 1.15, max: most * 1.15,
    afterBuildTicks: scale => { scale.ticks = marks.map(value => ({value})); },
    ticks: {callback: value => count(value), autoSkip: true},
  });
}

function powersOfTwo(least, most) {
  const marks = [];
  for (let mark = 2 ** Math.floor(Math.log2(least)); mark <= most * 1.15; mark *= 2) if (mark >= least / 1.15) marks.push(mark);
  return marks;
}

const ZOOM = .9;

/** Whether a chart of these figures leaves out what is below: never so that nothing would be left. */
function isZoomed(values) {
  const full = fullQuality(state.measure);
  return state.zoomed && full > 0 && values.some(value => value >= ZOOM * full);
}

/** Room below for the lowest point, above for the full quality or what exceeds it. */
function qualityAxis(values, deviations, zoomed = isZoomed(values)) {
  const full = fullQuality(state.measure);
  const all = values.concat(full).filter(isNumber);
  if (!all.length) return axis(state.measure, {type: 'linear'});
  const spread = Math.max(0, ...deviations.filter(isNumber));
  const most = Math.max(...all) + spread;
  const least = zoomed ? ZOOM * full : Math.min(...all) - spread;
  const room = .06 * (most - least || 1);
  return axis(state.measure, {type: 'linear', min: Math.max(0, zoomed ? least : least - room), max: most + room,
      ticks: {callback: value => +value.toFixed(3), includeBounds: false}});
}

/** Another logarithmic axis, for figures that may lie anywhere. */
function spanAxis(title, values, show) {
  const least = Math.min(...values), most = Math.max(...values);
  const decades = Math.log10(most / least);
  const digits = decades > 3 ? [1] : decades > 1.5 ? [1, 3] : [1, 2, 5];
  const marks = [];
  for (let power = Math.floor(Math.log10(least)) - 1; power <= Math.log10(most) + 1; power++) {
    for (const digit of digits) marks.push(+(digit + 'e' + power));
  }
  return axis(title, {
    type: 'logarithmic', min: least / 1.4, max: most * 1.4,
    afterBuildTicks: scale => { scale.ticks = marks.filter(mark => mark >= scale.min && mark <= scale.max).map(value => ({value})); },
    ticks: {callback: value => show(value), autoSkip: true},
  });
}

function tooltip(title, label) {
  return {
    backgroundColor: isDark() ? '#0c0f14' : '#1b2330', titleColor: '#fff', bodyColor: '#fff', boxPadding: 4, usePointStyle: true,
    itemSort: (a, b) => b.parsed.y - a.parsed.y,
    callbacks: {title: items => items.length ? title(items[0].raw) : '', label: item => label(item.raw)},
  };
}

const NEAREST_COLUMN = {mode: 'nearest', axis: 'x', intersect: false};

const charts = new Map();

/** Draws the chart on this canvas, anew or for the first time. */
function draw(id, config) {
  const chart = charts.get(id);
  if (chart) {
    chart.data = config.data;
    chart.options = config.options;
    chart.update('none');
  } else {
    charts.set(id, new Chart(byId(id), config));
  }
}

function isShown(row) { return !state.hiddenMethods.has(row.method); }

function lineOf(method, points) {
  const color = methodColor(method);
  return {
    label: method, data: points, borderColor: color, backgroundColor: color, borderWidth: 2, borderDash: methodDash(method),
    pointRadius: 3.5, pointHoverRadius: 5.5, pointBorderColor: colors.ground, pointBorderWidth: 1, clip: {left: 8, right: 8, top: 8, bottom: 0},
  };
}

/** A line for each method over dimensions, of a figure of the row. */
function linesByDims(list, figure) {
  return unique(list.map(row => row.method)).map(method => lineOf(method, list
      .filter(row => row.method === method)
      .map(row => ({x: row.dims, y: figure(row), deviation: row.deviation[state.measure], row}))
      .filter(point => point.x > 0 && isNumber(point.y))
      .sort((a, b) => a.x - b.x)));
}

function drawByDims() {
  // The full vectors are a line across, not a point far to the right.
  if (isNothing('by-dims', reducedStorages)) return;
  const list = data.rows.filter(row => row.storage === state.storage && row.method !== FULL && isShown(row));
  const datasets = linesByDims(list, row => row.mean[state.measure]);
  const points = datasets.flatMap(set => set.data);
  const dims = unique(data.rows.filter(row => row.method !== FULL).map(row => row.dims)).sort((a, b) => a - b);
  draw('by-dims', {
    type: 'line', data: {datasets}, plugins: [bands, references],
    options: {
      interaction: NEAREST_COLUMN,
      scales: {x: logAxis('dimensions', dims, dims), y: qualityAxis(points.map(point => point.y), points.map(point => point.deviation))},
      layout: {padding: {right: 52}},
      plugins: {...referenceOptions(state.storage), tooltip: tooltip(point => point.row.dims + ' dimensions, ' + short(point.row.storage), describe)},
    },
  });
}

function describe({row, y}) {
  const deviation = row.deviation[state.measure];
  return short(row.method) + ': ' + quality(y) + (row.seeds > 1 ? ' ± ' + quality(deviation) : '')
      + ' (' + percent(share(row, state.measure)) + ')';
}

/** Of those no smaller one is as good as. */
function frontier(points) {
  const best = [];
  for (const point of [...points].sort((a, b) => a.x - b.x || b.y - a.y)) {
    if (!best.length || point.y > best[best.length - 1].y) best.push(point);
  }
  return best;
}

function drawByBytes() {
  const points = rows
      .filter(row => isShown(row) && !state.hiddenStorages.has(row.storage) && isNumber(row.mean[state.measure]) && row.bytes > 0)
      .map(row => ({x: row.bytes, y: row.mean[state.measure], row}));
  const datasets = unique(points.map(point => point.row.method)).map(method => {
    const own = points.filter(point => point.row.method === method);
    return {
      label: method, data: own, showLine: false, pointStyle: own.map(point => storageShape(point.row.storage)),
      borderColor: methodColor(method), backgroundColor: methodColor(method) + 'b0', pointRadius: 5, pointHoverRadius: 7, borderWidth: 1.5,
    };
  });
  datasets.push({
    label: 'best', data: frontier(points), pointRadius: 0, pointHitRadius: 0, pointHoverRadius: 0, stepped: 'before', borderColor: colors.faint,
    borderWidth: 2, isFrontier: true,
  });
  const zoomed = isZoomed(points.map(point => point.y));
  const inSight = rows.filter(row => row.bytes > 0 && !(zoomed && share(row, state.measure) < ZOOM));
  const bytes = unique(inSight.map(row => row.bytes));
  const marks = bytes.length ? powersOfTwo(Math.min(...bytes), Math.max(...bytes)) : [];
  draw('by-bytes', {
    type: 'line', data: {datasets}, plugins: [references],
    options: {
      interaction: {mode: 'nearest', axis: 'xy', intersect: false},
      scales: {x: logAxis('bytes per vector', bytes, marks), y: qualityAxis(points.map(point => point.y), [])},
      layout: {padding: {right: 34}},
      plugins: {...referenceOptions(null), tooltip: {
        ...tooltip(point => count(point.row.bytes) + ' bytes', point =>
            describe({row: point.row, y: point.y}) + ', ' + point.row.dims + ' dims, ' + short(point.row.storage)),
        filter: item => !item.dataset.isFrontier,
      }},
    },
  });
}

/** Hides the figure around a canvas where there is nothing to draw. */
function isNothing(id, list) {
  byId(id).closest('figure').hidden = list.length === 0;
  return list.length === 0;
}

function isPca(method) { return method === 'pca' || method.startsWith('pca:'); }

/** What a row has more than the best PCA of as many dimensions in the same storage, as a share of that. */
function gain(row) {
  const pca = data.rows
      .filter(other => isPca(other.method) && other.dims === row.dims && other.storage === row.storage)
      .map(other => other.mean[state.measure]).filter(figure => figure > 0);
  return pca.length ? row.mean[state.measure] / Math.max(...pca) - 1 : NaN;
}

function drawGain() {
  const all = data.rows.filter(row => row.storage === state.storage && row.method !== FULL && !isPca(row.method) && isNumber(gain(row)));
  if (isNothing('gain', all)) return;
  const say = share => (share > 0 ? '+' : '') + (100 * share).toFixed(Math.abs(share) < .0995 ? 1 : 0) + ' %';
  const dims = unique(all.map(row => row.dims)).sort((a, b) => a - b);
  const datasets = linesByDims(all.filter(isShown), gain).map(set => ({...set, data: set.data.map(point => ({...point, deviation: 0}))}));
  draw('gain', {
    type: 'line', data: {datasets},
    options: {
      interaction: NEAREST_COLUMN,
      scales: {x: logAxis('dimensions', dims, dims), y: axis('', {type: 'linear', suggestedMin: 0, suggestedMax: 0, ticks: {callback: say, maxTicksLimit: 8}})},
      plugins: {tooltip: tooltip(point => point.row.dims + ' dimensions', ({row, y}) => short(row.method) + ': ' + say(y))},
    },
  });
}

const RERANKED = '-rerank';

/** Lines of a storage whose candidates are ordered anew, and of the same without that. */
function drawReranked() {
  const all = data.rows.filter(row => row.method !== FULL && row.storage.endsWith(RERANKED) && isNumber(row.mean[state.measure]));
  if (isNothing('reranked', all)) return;
  const plain = data.rows.filter(row => row.method !== FULL && all.some(other => other.storage === row.storage + RERANKED));
  const quality = row => row.mean[state.measure];
  const dims = unique(all.map(row => row.dims)).sort((a, b) => a - b);
  const datasets = [...linesByDims(all.filter(isShown), quality).map(set => ({...set, borderDash: []})),
    ...linesByDims(plain.filter(isShown), quality).map(set => ({...set, borderDash: [5, 4]}))];
  const points = datasets.flatMap(set => set.data);
  draw('reranked', {
    type: 'line', data: {datasets}, plugins: [references],
    options: {
      interaction: NEAREST_COLUMN,
      scales: {x: logAxis('dimensions', dims, dims), y: qualityAxis(points.map(point => point.y), [], false)},
      layout: {padding: {right: 52}},
      plugins: {...referenceOptions(null), tooltip: tooltip(point => point.row.dims + ' dimensions', point => describe(point) + ', ' + short(point.row.storage))},
    },
  });
}

/** A fit's time does not depend on the storage: the mean over those there are. */
function fitTimes() {
  const groups = new Map();
  for (const row of data.rows) {
    if (row.method === FULL || !isNumber(row.fitSeconds)) continue;
    const key = JSON.stringify([row.method, row.dims]);
    groups.set(key, [...(groups.get(key) || []), row]);
  }
  return [...groups.values()].map(group => ({
    ...group[0], deviation: {}, seconds: group.reduce((sum, row) => sum + row.fitSeconds, 0) / group.length,
  }));
}

function drawFitTime() {
  const all = fitTimes();
  if (isNothing('fit-time', all)) return;
  const seconds = row => Math.max(1e-3, row.seconds); // a logarithm needs more than 0
  const dims = unique(all.map(row => row.dims)).sort((a, b) => a - b);
  draw('fit-time', {
    type: 'line', data: {datasets: linesByDims(all.filter(isShown), seconds)},
    options: {
      interaction: NEAREST_COLUMN,
      scales: {x: logAxis('dimensions', dims, dims), y: spanAxis('', all.map(seconds), duration)},
      plugins: {tooltip: tooltip(point => point.row.dims + ' dimensions', ({row}) => short(row.method) + ': ' + duration(row.seconds))},
    },
  });
}

function drawCurves() {
  const list = data.curves.filter(curve => String(curve.dims) === byId('curve-dims').value && isShown(curve));
  const datasets = list.map(curve => ({
    ...lineOf(curve.method, curve.points.map(([x, y]) => ({x, y, curve}))), borderWidth: 1.5, pointRadius: 0, pointHoverRadius: 4,
  }));
  const losses = list.flatMap(curve => curve.points.map(point => point[1]));
  const plain = axis('loss', {type: 'linear', ticks: {maxTicksLimit: 8}});
  const number = value => +value.toPrecision(3);
  draw('curves', {
    type: 'line', data: {datasets},
    options: {
      interaction: NEAREST_COLUMN,
      scales: {x: axis('step', {type: 'linear', ticks: {callback: value => count(value)}}),
          y: losses.length && losses.every(loss => loss > 0) ? spanAxis('loss', losses, number) : plain},
      plugins: {tooltip: tooltip(point => 'step ' + count(point.x), ({curve, y}) => short(curve.method) + ', seed ' + curve.seed + ': ' + y)},
    },
  });
}
