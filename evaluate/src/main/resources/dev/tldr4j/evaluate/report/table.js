'use strict';
// The tables: all figures, sortable, and what failed.

function cell(tag, column, content) {
  return element(tag, column.text ? 'text' : '', content);
}

function tableRow(row) {
  const made = element('tr');
  for (const column of columns) made.append(cell('td', column, column.show ? column.show(row) : String(column.value(row) ?? '–')));
  made.cells[0].title = row.method;
  if (isMarked(row)) {
    made.className = 'chosen';
    made.cells[columns.findIndex(column => column.name === 'kept')].append(element('span', 'badge', 'best'));
  }
  return made;
}

/** Numbers by size, text as people sort it; what is missing comes last either way. */
function compare(a, b, sign) {
  const missing = value => value === null || value === undefined || Number.isNaN(value);
  if (missing(a) || missing(b)) return missing(a) - missing(b);
  return sign * (typeof a === 'string' ? a.localeCompare(b, 'en', {numeric: true}) : a - b);
}

function buildTable() {
  const body = element('tbody');
  const lines = rows.map(row => ({row, line: tableRow(row)}));
  const headings = element('tr');
  columns.forEach(column => {
    const heading = cell('th', column, '');
    const button = element('button', '', column.name);
    button.type = 'button';
    heading.scope = 'col';
    heading.append(button);
    button.addEventListener('click', () => {
      const descending = heading.getAttribute('aria-sort') === 'ascending';
      for (const other of headings.cells) other.removeAttribute('aria-sort');
      heading.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      lines.sort((a, b) => compare(column.value(a.row), column.value(b.row), descending ? -1 : 1));
      body.replaceChildren(...lines.map(({line}) => line));
    });
    headings.append(heading);
  });
  body.append(...lines.map(({line}) => line));
  byId('table').append(element('thead', '', headings), body);
}

/** One line for each reason: a fit that fails does so for every storage. */
function buildFailures() {
  byId('failures').hidden = data.failed.length === 0;
  const groups = new Map();
  for (const failure of data.failed) {
    const key = JSON.stringify([failure.method, failure.dims, failure.reason]);
    groups.set(key, [...(groups.get(key) || []), failure]);
  }
  const body = element('tbody');
  for (const group of groups.values()) {
    const list = field => unique(group.map(failure => failure[field])).join(', ');
    const reason = element('td', 'text reason', group[0].reason);
    body.append(element('tr', '', element('td', 'text', group[0].method), element('td', '', String(group[0].dims)),
        element('td', 'text', list('storage')), element('td', 'text', list('seed')), reason));
  }
  const headings = element('tr');
  for (const [name, className] of [['method', 'text'], ['dims', ''], ['storage', 'text'], ['seed', 'text'], ['reason', 'text']]) {
    headings.append(element('th', className, name));
  }
  byId('failed').append(element('thead', '', headings), body);
}
