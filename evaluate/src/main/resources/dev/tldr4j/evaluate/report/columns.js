'use strict';
// The columns of the table of a comparison.

const columns = [
  {name: 'method', value: row => row.method, text: true},
  {name: 'dims', value: row => row.dims},
  {name: 'kept', value: row => share(row, data.main), show: row => percent(share(row, data.main))},
  {name: 'storage', value: row => row.storage, text: true},
  {name: 'bytes', value: row => row.bytes, show: row => count(row.bytes)},
  {name: 'shared bytes', value: row => row.shared, show: row => count(row.shared)},
  {name: 'smaller', value: row => data.full.bytes / row.bytes, show: row => count(data.full.bytes / row.bytes) + ' ×'},
  ...data.measures.map(measure => ({name: measure, value: row => row.mean[measure], show: row => spread(row, measure)})),
  {name: 'seeds', value: row => row.seeds},
  {name: 'fit', value: row => row.fitSeconds, show: row => duration(row.fitSeconds)},
];

function spread(row, measure) {
  const cell = element('span', '', quality(row.mean[measure]));
  if (row.seeds > 1 && isNumber(row.mean[measure])) cell.append(element('span', 'spread', ' ± ' + quality(row.deviation[measure])));
  return cell;
}

/** Whether it is marked: worth choosing. */
function isMarked(row) {
  return data.choices.some(at => data.rows[at] === row);
}
