'use strict';
// Colours, lines and shapes. Okabe and Ito's colours can be told apart by colour-blind people; each theme has them in
// a lightness that shows on its ground. Past the seventh method the lines are dashed.

const LIGHT = {
  methods: ['#0072b2', '#d55e00', '#009e73', '#c0579a', '#3fa0dc', '#c98a00', '#6f5bb5'],
  labels: ['#332288', '#56b4e9', '#44aa99', '#117733', '#999933', '#d9a800', '#cc6677', '#882255', '#aa4499', '#d55e00'],
  text: '#1b2330', quiet: '#5b6676', grid: '#e9ecf0', ground: '#ffffff', faint: '#c9cfd8',
};
const DARK = {
  methods: ['#5fb0ea', '#ff8a3d', '#35c99b', '#e68fc3', '#a4dcff', '#f2c14e', '#ab9bf0'],
  labels: ['#8f82ea', '#88ccee', '#44bba8', '#4cb36a', '#b9b94d', '#ecd06f', '#e8909c', '#cc5f8f', '#cf86c8', '#ff8a3d'],
  text: '#e6eaf0', quiet: '#9aa6b5', grid: '#2a323e', ground: '#1b212a', faint: '#465061',
};
const SHAPES = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'cross', 'crossRot', 'rectRounded'];
const FULL = 'full'; // the method that stands for no reduction

const darkPreferred = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;
let colors = LIGHT;

function setTheme(dark) {
  colors = dark ? DARK : LIGHT;
  root.dataset.theme = dark ? 'dark' : 'light';
  const button = byId('theme');
  button.textContent = dark ? 'Light' : 'Dark';
  button.setAttribute('aria-label', dark ? 'Use light colours' : 'Use dark colours');
}

function isDark() { return colors === DARK; }

const methods = unique(data.rows.map(row => row.method).concat(data.curves.map(curve => curve.method)))
    .filter(method => method !== FULL);
const storages = unique(data.rows.map(row => row.storage));

function methodColor(method) {
  return method === FULL ? colors.quiet : colors.methods[methods.indexOf(method) % colors.methods.length];
}

function methodDash(method) { return methods.indexOf(method) >= colors.methods.length ? [6, 4] : []; }

function storageShape(storage) { return SHAPES[Math.max(0, storages.indexOf(storage)) % SHAPES.length]; }

function svg(width, height, tag, attributes) {
  const space = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(space, 'svg');
  picture.setAttribute('width', width);
  picture.setAttribute('height', height);
  picture.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  picture.append(shape);
  return picture;
}

/** A short line in a method's colour; recolour() follows the theme. */
function lineSample(method) {
  const sample = svg(22, 10, 'path', {d: 'M1 5H21', 'stroke-width': 3, fill: 'none', 'stroke-dasharray': methodDash(method).join(' ')});
  sample.recolor = () => sample.firstChild.setAttribute('stroke', methodColor(method));
  sample.recolor();
  return sample;
}

/** The shape of a storage, drawn by the chart library as in the chart. */
function shapeSample(storage) {
  const canvas = element('canvas');
  const ratio = 2;
  canvas.width = canvas.height = 14 * ratio;
  canvas.style.width = canvas.style.height = '14px';
  canvas.recolor = () => {
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, 14, 14);
    context.strokeStyle = context.fillStyle = colors.quiet;
    context.lineWidth = 1.5;
    Chart.helpers.drawPoint(context, {pointStyle: storageShape(storage), radius: 5, borderWidth: 1.5, rotation: 0}, 7, 7);
  };
  canvas.recolor();
  return canvas;
}
