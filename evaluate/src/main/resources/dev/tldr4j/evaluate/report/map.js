'use strict';
// The map of a sample, on canvases of our own: thousands of dots need no more.

const OTHER = 'other labels';
let singledOut = null;

/** The most frequent labels get a colour each, the rest share a grey. */
const mapLegend = (() => {
  if (!data.mapLabels) return [];
  const counts = new Map();
  for (const label of data.mapLabels) counts.set(label, (counts.get(label) || 0) + 1);
  const natural = new Intl.Collator('en', {numeric: true}).compare;
  const shown = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, LIGHT.labels.length);
  shown.sort((a, b) => natural(String(a), String(b)));
  const legend = shown.map((label, i) => ({name: String(label), index: i, labels: new Set([label])}));
  const rest = [...counts.keys()].filter(label => !shown.includes(label));
  if (rest.length) legend.push({name: OTHER + ' (' + rest.length + ')', index: -1, labels: new Set(rest)});
  return legend;
})();

function entryColor(entry) { return entry.index < 0 ? colors.faint : colors.labels[entry.index]; }

function drawMap(canvas, points) {
  const ratio = Math.max(2, devicePixelRatio);
  const width = canvas.clientWidth || 480, height = canvas.clientHeight || 360, margin = 10;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  const known = points.filter(Boolean);
  if (!known.length) return;
  const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
  for (const point of known) {
    for (const i of [0, 1]) {
      low[i] = Math.min(low[i], point[i]);
      high[i] = Math.max(high[i], point[i]);
    }
  }
  // One scale for both directions: distances are what the map is about.
  const scale = Math.min((width - 2 * margin) / (high[0] - low[0] || 1), (height - 2 * margin) / (high[1] - low[1] || 1));
  const place = point => [width / 2 + (point[0] - (low[0] + high[0]) / 2) * scale, height / 2 - (point[1] - (low[1] + high[1]) / 2) * scale];
  const radius = known.length > 2000 ? 1.7 : 2.4;
  const dots = (wanted, color, alpha) => {
    context.fillStyle = color;
    context.globalAlpha = alpha;
    points.forEach((point, i) => {
      if (!point || !wanted(i)) return;
      context.beginPath();
      context.arc(...place(point), radius, 0, 2 * Math.PI);
      context.fill();
    });
  };
  if (!mapLegend.length) {
    dots(() => true, colors.methods[0], .55);
  } else if (singledOut) {
    dots(i => !singledOut.labels.has(data.mapLabels[i]), colors.faint, .5);
    dots(i => singledOut.labels.has(data.mapLabels[i]), entryColor(singledOut), .9);
  } else {
    for (const entry of mapLegend) dots(i => entry.labels.has(data.mapLabels[i]), entryColor(entry), .75);
  }
}

const mapCanvases = data.maps.map(map => {
  const canvas = element('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'Map of ' + map.points.length + ' vectors by ' + map.name);
  byId('map-canvases').append(element('div', 'map', element('h3', '', map.name), canvas));
  return {canvas, points: map.points};
});

const mapButtons = mapLegend.map(entry => {
  const sample = svg(12, 12, 'circle', {cx: 6, cy: 6, r: 5});
  sample.recolor = () => sample.firstChild.setAttribute('fill', entryColor(entry));
  const button = element('button', 'toggle', sample, element('span', '', short(entry.name, 60)));
  button.type = 'button';
  button.addEventListener('click', () => {
    singledOut = singledOut === entry ? null : entry;
    drawMaps();
  });
  byId('map-legend').append(button);
  return {button, entry, sample};
});

function drawMaps() {
  for (const {button, entry, sample} of mapButtons) {
    button.setAttribute('aria-pressed', String(singledOut === entry));
    sample.recolor();
  }
  for (const {canvas, points} of mapCanvases) drawMap(canvas, points);
}

byId('maps').hidden = data.maps.length === 0;
