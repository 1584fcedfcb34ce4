'use strict';
// Puts the page together.

const KINDS = {
  retrieval: 'measured by what queries find of the documents judged relevant',
  labels: 'measured by the vote of the nearest labelled vectors',
  overlap: 'measured by how many of the nearest neighbours in the full space are kept',
};

function buildHead() {
  const {task} = data;
  const title = data.title || 'Comparison';
  document.title = title + ': which vectors to keep';
  byId('title').textContent = title;
  const parts = [];
  if (isNumber(task.rows)) parts.push(count(task.rows) + ' vectors of ' + count(task.dims) + ' dimensions');
  if (Object.hasOwn(KINDS, task.kind)) parts.push(KINDS[task.kind]);
  byId('subtitle').textContent = parts.join(', ') + '.';
  byId('made').textContent = ['Made by tldr4j', data.version, data.created ? 'on ' + data.created.replace('T', ' ').replace('Z', ' UTC') : '',
    'with Chart.js ' + Chart.version + ' (MIT licence).'].filter(Boolean).join(' ');
}

function card(className, label, figure, unit, what, detail) {
  return element('div', 'card ' + className, element('p', 'label', label),
      element('p', 'figure', figure, element('small', '', unit)), element('p', 'what', what), element('p', 'quiet', detail));
}

function buildRecommendation() {
  byId('headline').textContent = data.headline;
  const cards = byId('cards');
  const full = fullQuality(data.main);
  cards.append(card('', 'Full vectors', count(data.full.bytes), ' bytes', count(fullRow.dims) + ' dimensions',
      data.main + ' ' + quality(full)));
  for (const at of data.choices) {
    const row = data.rows[at];
    cards.append(card('good', count(row.bytes) + ' bytes, ' + count(data.full.bytes / row.bytes) + ' × smaller',
        percent(share(row, data.main)), ' kept',
        (row.method === FULL ? 'full vectors' : row.method) + ', ' + row.dims + ' dimensions, ' + row.storage,
        data.main + ' ' + quality(row.mean[data.main])));
  }
  for (const sentence of data.recommendation) byId('sentences').append(element('li', '', sentence));
}

function buildSettings() {
  const add = (list, name, value) => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) {
      list.append(element('dt', '', name), element('dd', '', value.map(String).join(', ')));
    } else if (typeof value === 'object') {
      for (const [inner, deeper] of Object.entries(value)) add(list, name ? name + ' ' + inner : inner, deeper);
    } else {
      list.append(element('dt', '', name), element('dd', '', isNumber(value) ? count(value) : String(value)));
    }
  };
  add(byId('data'), '', data.task);
  add(byId('settings'), '', data.settings);
  add(byId('settings'), 'tldr4j', data.version);
  add(byId('settings'), 'created', data.created);
}

function buildControls() {
  fillSelect(byId('measure'), data.measures, data.main, value => { state.measure = value; drawQualities(); });
  fillSelect(byId('storage'), reducedStorages, state.storage, value => { state.storage = value; drawQualities(); });
  // What matters happens near the full quality, and one bad method would press it flat; but most must stay in sight.
  const zoom = byId('zoom');
  const drawn = data.rows.filter(row => row.storage === state.storage && row.method !== FULL);
  zoom.checked = state.zoomed = 2 * drawn.filter(row => share(row, data.main) >= ZOOM).length > drawn.length;
  zoom.addEventListener('change', () => { state.zoomed = zoom.checked; drawQualities(); });
  const flip = (set, name, shown) => { shown ? set.delete(name) : set.add(name); drawCharts(); };
  const all = rows.some(row => row.method === FULL) ? [...methods, FULL] : methods;
  for (const method of all) {
    byId('methods').append(toggle(method, lineSample(method), shown => flip(state.hiddenMethods, method, shown)));
  }
  for (const storage of unique(rows.map(row => row.storage))) {
    byId('storages').append(toggle(storage, shapeSample(storage), shown => flip(state.hiddenStorages, storage, shown)));
  }
  byId('training').hidden = data.curves.length === 0;
  const dims = unique(data.curves.map(curve => curve.dims)).sort((a, b) => a - b);
  fillSelect(byId('curve-dims'), dims, dims[0], drawCurves);
  byId('controls').addEventListener('submit', event => event.preventDefault());
  const texts = {'by-dims': 'Quality against dimensions', 'by-bytes': 'Quality against bytes per vector', 'fit-time': 'Training time against dimensions',
    'gain': 'Gain over PCA against dimensions', 'reranked': 'Quality after re-ranking against dimensions', 'curves': 'Loss by training step'};
  for (const [id, text] of Object.entries(texts)) {
    byId(id).setAttribute('aria-label', text + (id === 'curves' ? '.' : '. The figures are in the table All figures.'));
  }
}

function drawQualities() {
  drawByDims();
  drawByBytes();
  drawGain();
  drawReranked();
}

function drawCharts() {
  drawQualities();
  drawFitTime();
  if (data.curves.length) drawCurves();
}

function show(dark) {
  setTheme(dark);
  for (const sample of document.querySelectorAll('.toggle > svg, .toggle > canvas')) sample.recolor();
  drawCharts();
  drawMaps();
}

buildHead();
buildRecommendation();
buildControls();
buildTable();
buildFailures();
buildSettings();
show(darkPreferred.matches);

byId('theme').addEventListener('click', () => show(!isDark()));
darkPreferred.addEventListener('change', event => show(event.matches));
let width = innerWidth;
addEventListener('resize', () => {
  if (innerWidth !== width) drawMaps();
  width = innerWidth;
});
// Paper is white and narrow. What is drawn now is printed as lines rather than pixels.
let wasDark = false;
addEventListener('beforeprint', () => {
  wasDark = isDark();
  show(false);
  for (const [id, chart] of charts) chart.resize(id === 'curves' ? 660 : 330, 230);
});
addEventListener('afterprint', () => {
  for (const chart of charts.values()) chart.resize();
  show(wasDark);
});

requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')));
