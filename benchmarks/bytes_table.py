#!/usr/bin/env python3
"""What so many bytes a vector keep: bytes_table.py FOLDER... > table, of folders that `tldr4j compare --bytes` wrote.

nDCG@10 by collection and bytes, first as Lucene, Elasticsearch and OpenSearch quantize (16 of the bytes are corrections): tldr4j as
`fit --bytes` chooses (by held-out rows) and with the best number of bits; full vectors; PCA, ASH and LeanVec with the best number of bits,
PCA with the best whitening, too. Then by product quantization, the better of PQ and OPQ: tldr4j, full vectors, the best PCA, ASH and LeanVec.
Below, how far tldr4j leads each, with the standard error over collections."""
import json, math, os, struct, sys
from collections import defaultdict

SCALAR = ['chosen', 'tldr4j', 'full', 'pca', 'ash', 'leanvec']
PRODUCT = ['tldr4j pq', 'full pq', 'pca pq', 'ash pq', 'leanvec pq']
KINDS = SCALAR + PRODUCT
HEADS = ['tldr4j, chosen', 'tldr4j, best', 'full', 'PCA', 'ASH', 'LeanVec', 'tldr4j, PQ', 'full, PQ', 'PCA, PQ', 'ASH, PQ', 'LeanVec, PQ']


def metadata(folder, cell):
    name = ''.join(c if c.isalnum() or c in '.=-' else '_' for c in cell['method'])
    with open(f"{folder}/encoders/{name}-{cell['dims']}-{cell['seed']}.safetensors", 'rb') as file:
        return json.loads(file.read(struct.unpack('<Q', file.read(8))[0]))['__metadata__']


def kind(cell, storage):
    method = cell['method'].split(':')[0].replace('neighborhood', 'tldr4j')
    return method + (' pq' if 'pq' in storage else '')


def scores(folder, budgets):
    """by bytes and kind; of several seeds the mean of each method and storage"""
    cells = json.load(open(f'{folder}/results.json'))['cells']
    seeds, held_out = defaultdict(list), defaultdict(list)
    for cell in cells:
        if 'measures' not in cell or cell['storage'] == 'float':
            continue
        key = kind(cell, cell['storage']), cell['method'], cell['dims'], cell['storage'], cell['bytesPerVector']
        seeds[key].append(cell['measures']['ndcg@10'])
        if key[0] == 'tldr4j':
            held_out[key].append(float(metadata(folder, cell)['held_out_recall_quantized']))
    mean = lambda values: sum(values) / len(values)
    table = {}
    for bytes_ in budgets:
        # a smaller budget's ways fit, too, but nobody would take them: of full vectors alone, which take what they take
        fitting = {k: mean(v) for k, v in seeds.items() if k[4] <= bytes_ and (k[4] > bytes_ - 9 or k[0].startswith('full'))}
        row = {each: max((v for k, v in fitting.items() if k[0] == each), default=None) for each in KINDS[1:]}
        row['chosen'] = max(((mean(held_out[k]), v) for k, v in fitting.items() if k in held_out), default=(0, None))[1]
        table[bytes_] = row
    return table


def show(value):
    return '–' if value is None else f'{value:.4f}'.lstrip('0')


def main():
    budgets = [32, 48, 64, 128]
    tables = {os.path.basename(folder.rstrip('/')): scores(folder, budgets) for folder in sys.argv[1:]}
    print('| collection | bytes | ' + ' | '.join(HEADS) + ' |\n|' + '---|' * (len(HEADS) + 2))
    for name, table in tables.items():
        for i, (bytes_, row) in enumerate(table.items()):
            top = max(v for v in row.values() if v is not None)
            print(f"| {name if i == 0 else ''} | {bytes_} | "
                  + ' | '.join(f'**{show(row[k])}**' if row[k] == top else show(row[k]) for k in KINDS) + ' |')
    print('\n| lead over | ' + ' | '.join(f'{b} bytes' for b in budgets) + ' |\n|' + '---|' * (len(budgets) + 1))
    groups = {('chosen', 'as chosen'): SCALAR[2:], ('tldr4j', 'with the best number of bits'): SCALAR[2:], ('tldr4j pq', 'by PQ'): PRODUCT[1:]}
    for (ours, said), all_rivals in groups.items():
        singles = {HEADS[KINDS.index(rival)]: [rival] for rival in all_rivals}
        for name, rivals in {**singles, 'the best of these, whichever': all_rivals}.items():
            cells = []
            for bytes_ in budgets:
                leads = [100 * (t[bytes_][ours] / max(t[bytes_][r] for r in rivals if t[bytes_][r] is not None) - 1)
                         for t in tables.values() if any(t[bytes_][r] is not None for r in rivals) and t[bytes_][ours]]
                if len(leads) < 2:
                    cells.append('–')
                    continue
                mean = sum(leads) / len(leads)
                error = math.sqrt(sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads))
                cells.append(f'{mean:+.1f} ± {error:.1f} % ({sum(lead > 0 for lead in leads)} of {len(leads)})'.replace('-', '−'))
            print(f"| {said}: {name} | " + ' | '.join(cells) + ' |')


main()
