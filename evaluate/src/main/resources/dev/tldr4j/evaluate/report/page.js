'use strict';
// Small helpers for building the page. Text from the data reaches the page through textContent alone.

const data = JSON.parse(document.getElementById('results').textContent);

function byId(id) { return document.getElementById(id); }

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children); // text becomes text nodes
  return made;
}

function unique(items) { return [...new Set(items)]; }

/** Names of unknown length, for the canvas, which does not wrap. */
function short(text, most = 40) {
  return text.length <= most ? text : text.slice(0, most - 1) + '…';
}

const isNumber = Number.isFinite;

function count(value) {
  return isNumber(value) ? value.toLocaleString('en', {maximumFractionDigits: value < 100 ? 1 : 0}) : '–';
}

function quality(value) { return isNumber(value) ? value.toFixed(4) : '–'; }

/** Rounded down: what falls short of 99 % is never called 99 %. */
function percent(share) { return isNumber(share) ? (Math.floor(1000 * share + 1e-8) / 10).toFixed(1) + ' %' : '–'; }

/** Seconds as a person would say them. */
function duration(seconds) {
  if (!isNumber(seconds)) return '–';
  for (const [size, unit] of [[3600, 'h'], [60, 'min'], [1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']]) {
    if (seconds >= size * (unit === 'h' || unit === 'min' ? 2 : 1)) return +(seconds / size).toPrecision(3) + ' ' + unit;
  }
  return seconds === 0 ? '0 s' : '< 1 ns';
}

function fullQuality(measure) { return data.full.measures[measure]; }

function share(row, measure) { return row.mean[measure] / fullQuality(measure); }

/** A check box with a sample of what it stands for. */
function toggle(name, sample, onChange) {
  const box = element('input');
  box.type = 'checkbox';
  box.checked = true;
  box.value = name;
  box.addEventListener('change', () => onChange(box.checked));
  return element('label', 'toggle', box, sample, element('span', '', name));
}

function fillSelect(select, names, chosen, onChange) {
  for (const name of names) {
    const option = element('option', '', String(name));
    option.value = String(name);
    option.selected = name === chosen;
    select.append(option);
  }
  select.addEventListener('change', () => onChange(select.value));
}
