'use strict';
// The map, on a canvas of our own. Dots are written into its pixels: that takes a few milliseconds for all 60,000, on any
// machine, so a look at another part of the map is simply drawn anew.

const OTHER = 'other labels';
const NOWHERE = 65535; // the coordinate of a point that is not finite
const map = {chosen: 0, singledOut: null, zoom: 1, x: .5, y: .5, pending: false};

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

/** Of every point, its entry in the legend. */
const mapEntries = (() => {
  const entryOf = new Map();
  mapLegend.forEach((entry, i) => entry.labels.forEach(label => entryOf.set(label, i)));
  return Uint8Array.from(data.mapLabels || [], label => entryOf.get(label));
})();

function entryColor(entry) { return entry.index < 0 ? colors.faint : colors.labels[entry.index]; }

/** The coordinates of all points of a map, x and y in turn, from 0 to 65534. */
const mapPoints = data.maps.map(each => {
  const bytes = Uint8Array.from(atob(each.points), letter => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Uint16Array.from({length: bytes.length / 2}, (_, i) => view.getUint16(2 * i, true));
});

const mapCanvas = byId('map');

/** How places of the map lie on the canvas: its pixels are x * scale + left, top - y * scale. */
function mapView() {
  const {width, height} = mapCanvas;
  const [wide, high] = data.maps[map.chosen].extent.map(side => Math.max(side, 1e-3));
  // One scale for both directions: distances are what the map is about.
  const scale = map.zoom * .96 * Math.min(width / wide, height / high) / 65534;
  return {scale, left: width / 2 - map.x * 65534 * scale, top: height / 2 + map.y * 65534 * scale};
}

function pixel(color) { // '#rrggbb', as little-endian bytes r, g, b, a
  const value = parseInt(color.slice(1), 16);
  return (0xff000000 | (value & 0xff) << 16 | value & 0xff00 | value >> 16) >>> 0;
}

/** The pixels of a dot, relative to its centre. */
function dotOffsets(radius, width) {
  const offsets = [];
  const reach = Math.floor(radius);
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) if (x * x + y * y <= radius * radius) offsets.push(y * width + x);
  }
  return {offsets, reach};
}

function drawMap() {
  map.pending = false;
  const points = mapPoints[map.chosen];
  const ratio = Math.min(2, Math.max(1, devicePixelRatio));
  const width = mapCanvas.width = Math.round((mapCanvas.clientWidth || 900) * ratio);
  const height = mapCanvas.height = Math.round((mapCanvas.clientHeight || 600) * ratio);
  const context = mapCanvas.getContext('2d');
  const picture = context.createImageData(width, height);
  const pixels = new Uint32Array(picture.data.buffer);
  const {scale, left, top} = mapView();
  const count = points.length / 2;
  const size = (count > 20000 ? 1 : count > 2000 ? 1.5 : 2.4) * Math.min(3, map.zoom ** .35);
  const {offsets, reach} = dotOffsets(Math.max(1, size * ratio), width);
  const single = pixel(colors.methods[0]), faint = pixel(colors.faint);
  const own = mapLegend.map(entry => pixel(entryColor(entry)));
  const wanted = mapLegend.indexOf(map.singledOut);
  // What is singled out lies on top; else dots lie as they come, so that no label covers the others.
  for (let pass = wanted < 0 ? 1 : 0; pass < 2; pass++) {
    for (let i = 0; i < count; i++) {
      if (wanted >= 0 && (mapEntries[i] === wanted) !== (pass === 1) || points[2 * i] === NOWHERE) continue;
      const x = Math.round(points[2 * i] * scale + left), y = Math.round(top - points[2 * i + 1] * scale);
      if (x < reach || y < reach || x >= width - reach || y >= height - reach) continue;
      const color = pass === 0 ? faint : mapLegend.length ? own[mapEntries[i]] : single;
      const centre = y * width + x;
      for (let j = 0; j < offsets.length; j++) pixels[centre + offsets[j]] = color;
    }
  }
  context.putImageData(picture, 0, 0);
}

/** At the next frame, however often it is asked for until then. */
function drawMapSoon() {
  if (!map.pending) requestAnimationFrame(drawMap);
  map.pending = true;
}

/** A place of the canvas, in its pixels. */
function placeOf(event) {
  const box = mapCanvas.getBoundingClientRect();
  return [(event.clientX - box.left) * mapCanvas.width / box.width, (event.clientY - box.top) * mapCanvas.height / box.height];
}

/** Zooms so that what is at a place of the canvas stays there. */
function zoomMap(factor, place = [mapCanvas.width / 2, mapCanvas.height / 2]) {
  const before = mapView();
  const x = (place[0] - before.left) / before.scale, y = (before.top - place[1]) / before.scale;
  map.zoom = Math.min(200, Math.max(1, map.zoom * factor));
  const after = mapView();
  moveMap(place[0] - (x * after.scale + after.left), place[1] - (after.top - y * after.scale));
}

/** Moves what is shown by so many pixels, but never out of sight. */
function moveMap(right, down) {
  const {scale} = mapView();
  map.x = Math.min(1, Math.max(0, map.x - right / scale / 65534));
  map.y = Math.min(1, Math.max(0, map.y + down / scale / 65534));
  hideTip();
  drawMapSoon();
}

function resetMap() {
  const [width, height] = data.maps[map.chosen].extent;
  Object.assign(map, {zoom: 1, x: width / 2, y: height / 2});
  hideTip();
  drawMapSoon();
}

/** The point nearest to a place of the canvas, if one is near. */
function pointAt(place) {
  const points = mapPoints[map.chosen];
  const {scale, left, top} = mapView();
  let best = (10 * mapCanvas.width / mapCanvas.clientWidth) ** 2, found = -1;
  for (let i = 0; i < points.length / 2; i++) {
    const x = points[2 * i] * scale + left - place[0], y = top - points[2 * i + 1] * scale - place[1];
    if (x * x + y * y < best && points[2 * i] !== NOWHERE) {
      best = x * x + y * y;
      found = i;
    }
  }
  return found;
}

const mapTip = byId('map-tip');

function hideTip() { mapTip.hidden = true; }

function showTip(event) {
  const point = pointAt(placeOf(event));
  mapTip.hidden = point < 0;
  if (point < 0) return;
  const count = mapPoints[map.chosen].length / 2;
  const rows = data.task.learnedRows || data.task.rows || count;
  const row = 'row ' + Math.floor(point * rows / count);
  mapTip.textContent = data.mapLabels ? short(String(data.mapLabels[point]), 60) + ' · ' + row : row;
  const box = mapCanvas.getBoundingClientRect();
  const x = event.clientX - box.left;
  mapTip.style.left = Math.max(0, Math.min(x + 12, box.width - mapTip.offsetWidth)) + 'px';
  mapTip.style.top = Math.max(0, event.clientY - box.top - mapTip.offsetHeight - 8) + 'px';
}

function listenToMap() {
  let held = null;
  mapCanvas.addEventListener('pointerdown', event => {
    held = placeOf(event);
    mapCanvas.setPointerCapture(event.pointerId);
  });
  mapCanvas.addEventListener('pointermove', event => {
    if (!held) return showTip(event);
    const place = placeOf(event);
    moveMap(place[0] - held[0], place[1] - held[1]);
    held = place;
  });
  for (const end of ['pointerup', 'pointercancel']) mapCanvas.addEventListener(end, () => { held = null; });
  mapCanvas.addEventListener('pointerleave', hideTip);
  mapCanvas.addEventListener('dblclick', event => zoomMap(2, placeOf(event)));
  // Until the map was pressed, the wheel scrolls the page, which goes on below.
  mapCanvas.addEventListener('wheel', event => {
    if (document.activeElement !== mapCanvas && !event.ctrlKey) return;
    event.preventDefault();
    zoomMap(Math.exp(-event.deltaY / 400), placeOf(event));
  }, {passive: false});
  const step = () => mapCanvas.width / 10;
  const keys = {
    '+': () => zoomMap(1.5), '=': () => zoomMap(1.5), '-': () => zoomMap(1 / 1.5), '0': resetMap,
    ArrowLeft: () => moveMap(step(), 0), ArrowRight: () => moveMap(-step(), 0),
    ArrowUp: () => moveMap(0, step()), ArrowDown: () => moveMap(0, -step()),
  };
  mapCanvas.addEventListener('keydown', event => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  byId('map-closer').addEventListener('click', () => zoomMap(1.5));
  byId('map-farther').addEventListener('click', () => zoomMap(1 / 1.5));
  byId('map-whole').addEventListener('click', resetMap);
}

const mapButtons = mapLegend.map(entry => {
  const sample = svg(12, 12, 'circle', {cx: 6, cy: 6, r: 5});
  sample.recolor = () => sample.firstChild.setAttribute('fill', entryColor(entry));
  const button = element('button', 'toggle', sample, element('span', '', short(entry.name, 60)));
  button.type = 'button';
  button.addEventListener('click', () => {
    map.singledOut = map.singledOut === entry ? null : entry;
    drawMaps();
  });
  byId('map-legend').append(button);
  return {button, entry, sample};
});

function drawMaps() {
  if (!data.maps.length) return;
  for (const {button, entry, sample} of mapButtons) {
    button.setAttribute('aria-pressed', String(map.singledOut === entry));
    sample.recolor();
  }
  mapCanvas.setAttribute('aria-label', 'Map of ' + mapPoints[map.chosen].length / 2 + ' vectors by ' + data.maps[map.chosen].name);
  drawMap();
}

byId('maps').hidden = data.maps.length === 0;
if (data.maps.length) {
  // By number: two maps may have one name.
  data.maps.forEach((each, i) => {
    const option = element('option', '', short(each.name, 60));
    option.value = i;
    byId('map-method').append(option);
  });
  byId('map-method').addEventListener('change', event => {
    map.chosen = Number(event.target.value);
    resetMap();
    drawMaps();
  });
  resetMap();
  listenToMap();
}
