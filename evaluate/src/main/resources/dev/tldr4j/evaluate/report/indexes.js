'use strict';
// Puts the page of indexes together.

const ALL = 'all';
const NOT = 'no';
const chosen = {reranked: ALL};

function buildHead() {
  const {task} = data;
  const title = data.title || 'Indexes';
  document.title = title + ': what an index costs';
  byId('title').textContent = title;
  byId('subtitle').textContent = count(task.documents) + ' vectors of ' + count(task.dims) + ' dimensions in ' + task.engine
      + ', ' + count(task.queries) + ' queries.';
  byId('made').textContent = ['Made by tldr4j', data.version, data.created ? 'on ' + data.created.replace('T', ' ').replace('Z', ' UTC') : '',
    'with Chart.js ' + Chart.version + ' (MIT licence).'].filter(Boolean).join(' ');
  byId('headline').textContent = data.headline;
  for (const sentence of data.verdict) byId('sentences').append(element('li', '', sentence));
}

function buildSettings() {
  for (const [list, entries] of [['data', data.task], ['settings', data.settings]]) {
    for (const [name, value] of Object.entries(entries)) {
      if (value === null) continue;
      const text = Array.isArray(value) ? value.join(', ') : isNumber(value) ? count(value) : String(value);
      byId(list).append(element('dt', '', name), element('dd', '', text));
    }
  }
}

function isDrawn(row) {
  return isShown(row) && !state.hiddenStorages.has(row.storage)
      && (chosen.reranked === ALL || (row.reranked === NOT) === (chosen.reranked === NOT));
}

/** Every index as a point, and the best at each size: those that nothing smaller or faster is as good as. */
function drawAgainst(id, title, figure, say) {
  const points = data.rows.filter(isDrawn).map(row => ({x: figure(row), y: row.mean[state.measure], row}));
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
  const values = data.rows.map(figure);
  draw(id, {
    type: 'line', data: {datasets}, plugins: [references],
    options: {
      interaction: {mode: 'nearest', axis: 'xy', intersect: false},
      scales: {x: spanAxis(title, values, say), y: qualityAxis(points.map(point => point.y), [])},
      layout: {padding: {right: 34}},
      plugins: {...referenceOptions(null), tooltip: {
        ...tooltip(point => short(point.row.name) + ', ' + point.row.storage + point.row.search,
            point => quality(point.y) + ' (' + percent(share(point.row, state.measure)) + '), ' + say(point.x)),
        filter: item => !item.dataset.isFrontier,
      }},
    },
  });
}

/** Those that keep the largest of these shares that anything reduced keeps. */
function drawMemoryAndTime() {
  const reduced = data.rows.filter(row => row.method !== FULL);
  const level = [.99, .95, .9].find(each => reduced.some(row => share(row, state.measure) >= each));
  const all = data.rows.filter(row => share(row, state.measure) >= level);
  if (isNothing('memory-and-time', all)) return;
  byId('kept').textContent = 100 * level;
  const list = all.filter(isDrawn);
  const datasets = unique(list.map(row => row.method)).map(method => {
    const own = list.filter(row => row.method === method).map(row => ({x: row.bytes, y: row.p50, row}));
    return {
      label: method, data: own, showLine: false, pointStyle: own.map(point => storageShape(point.row.storage)),
      borderColor: methodColor(method), backgroundColor: methodColor(method) + 'b0', pointRadius: 5, pointHoverRadius: 7, borderWidth: 1.5,
    };
  });
  const time = micros => duration(micros / 1e6);
  draw('memory-and-time', {
    type: 'line', data: {datasets},
    options: {
      interaction: {mode: 'nearest', axis: 'xy', intersect: false},
      scales: {x: spanAxis('bytes per vector', all.map(row => row.bytes), count), y: spanAxis('median time', all.map(row => row.p50), time)},
      plugins: {tooltip: tooltip(point => short(point.row.name) + ', ' + point.row.storage + point.row.search,
          point => percent(share(point.row, state.measure)) + ', ' + count(point.x) + ' bytes, ' + time(point.y))},
    },
  });
}

/** A line for each index whose candidates are ordered anew, and one for the same without that. */
function drawByCandidates() {
  const again = data.rows.filter(row => row.reranked !== NOT);
  if (isNothing('by-candidates', again)) return;
  const key = row => row.name + ', ' + row.storage + (row.reranked === NOT ? '' : ', by ' + row.reranked);
  const as = new Set(again.map(row => row.name + ', ' + row.storage));
  const list = data.rows.filter(row => as.has(row.name + ', ' + row.storage) && isShown(row) && !state.hiddenStorages.has(row.storage));
  const datasets = unique(list.map(key)).map(name => {
    const own = list.filter(row => key(row) === name).sort((a, b) => a.candidates - b.candidates);
    return {
      ...lineOf(own[0].method, own.map(row => ({x: row.candidates, y: row.mean[state.measure], row}))), label: name,
      borderDash: own[0].reranked === NOT ? [5, 4] : [], pointStyle: storageShape(own[0].storage),
    };
  });
  const candidates = unique(data.rows.map(row => row.candidates)).sort((a, b) => a - b);
  draw('by-candidates', {
    type: 'line', data: {datasets}, plugins: [references],
    options: {
      interaction: {mode: 'nearest', axis: 'xy', intersect: false},
      scales: {x: logAxis('candidates', candidates, candidates), y: qualityAxis(list.map(row => row.mean[state.measure]), [])},
      layout: {padding: {right: 34}},
      plugins: {...referenceOptions(null), tooltip: tooltip(point => key(point.row), point => quality(point.y) + ' ('
          + percent(share(point.row, state.measure)) + '), ' + count(point.x) + ' candidates')},
    },
  });
}

function drawCharts() {
  drawMemoryAndTime();
  drawByCandidates();
  drawAgainst('by-memory', 'bytes per vector', row => row.bytes, count);
  drawAgainst('by-disk', 'bytes per vector', row => row.disk, count);
  drawAgainst('by-time', 'median time', row => row.p50, micros => duration(micros / 1e6));
}

function buildControls() {
  fillSelect(byId('measure'), data.measures, data.main, value => { state.measure = value; drawCharts(); });
  fillSelect(byId('reranked'), [ALL, 'yes', NOT], ALL, value => { chosen.reranked = value; drawCharts(); });
  const zoom = byId('zoom');
  zoom.checked = state.zoomed = data.rows.some(row => row.method !== FULL && share(row, data.main) > ZOOM);
  zoom.addEventListener('change', () => { state.zoomed = zoom.checked; drawCharts(); });
  const flip = (set, name, shown) => { shown ? set.delete(name) : set.add(name); drawCharts(); };
  for (const method of [...methods, FULL]) {
    byId('methods').append(toggle(method, lineSample(method), shown => flip(state.hiddenMethods, method, shown)));
  }
  for (const storage of storages) {
    byId('storages').append(toggle(storage, shapeSample(storage), shown => flip(state.hiddenStorages, storage, shown)));
  }
  byId('controls').addEventListener('submit', event => event.preventDefault());
  const texts = {'by-memory': 'Quality against bytes in memory', 'by-disk': 'Quality against bytes on disk', 'by-time': 'Quality against median time',
    'memory-and-time': 'Median time against bytes in memory', 'by-candidates': 'Quality against candidates'};
  for (const [id, text] of Object.entries(texts)) byId(id).setAttribute('aria-label', text + '. The figures are in the table All figures.');
}

function show(dark) {
  setTheme(dark);
  for (const sample of document.querySelectorAll('.toggle > svg, .toggle > canvas')) sample.recolor();
  drawCharts();
}

buildHead();
buildControls();
buildTable();
buildSettings();
show(darkPreferred.matches);

byId('theme').addEventListener('click', () => show(!isDark()));
darkPreferred.addEventListener('change', event => show(event.matches));
// Paper is white and narrow. What is drawn now is printed as lines rather than pixels.
let wasDark = false;
addEventListener('beforeprint', () => {
  wasDark = isDark();
  show(false);
  for (const [id, chart] of charts) chart.resize(id === 'by-memory' ? 660 : 330, 230);
});
addEventListener('afterprint', () => {
  for (const chart of charts.values()) chart.resize();
  show(wasDark);
});

requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')));
