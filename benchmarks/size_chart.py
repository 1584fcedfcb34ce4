#!/usr/bin/env python3
"""Quality against size, drawn from results.json files of `tldr4j compare`: size_chart.py RESULTS... > chart.svg
Of each method and size the mean over the files of nDCG@10, as a share of what full vectors have."""
import json, sys
from collections import defaultdict

NAMES = {'neighborhood-nested': 'one nested encoder', 'neighborhood': 'an encoder for each size', 'pca': 'PCA',
         'truncate': 'first numbers of the vectors'}
COLOURS = ['#0b6e99', '#c2571a', '#5f6b76', '#a2a9b0']
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 52, 16, 16, 44

shares = defaultdict(lambda: defaultdict(list))
for path in sys.argv[1:]:
    results = json.load(open(path))
    full = results['full']['measures']['ndcg@10']
    seen = defaultdict(list)
    for cell in results['cells']:
        if cell['storage'] == 'float' and 'measures' in cell:
            seen[cell['method'], cell['dims']].append(cell['measures']['ndcg@10'])
    for (method, dims), scores in seen.items():
        shares[method][dims].append(sum(scores) / len(scores) / full)

sizes = sorted({dims for method in shares.values() for dims in method})
x = {dims: LEFT + (WIDTH - LEFT - RIGHT) * i / (len(sizes) - 1) for i, dims in enumerate(sizes)}
y = lambda share: TOP + (HEIGHT - TOP - BOTTOM) * (1 - share / 1.1)
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">')
print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
for tenth in range(0, 11, 2):
    print(f'<path d="M{LEFT} {y(tenth / 10):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
          f'<text x="{LEFT - 6}" y="{y(tenth / 10) + 4:.1f}" text-anchor="end">{tenth * 10} %</text>')
for dims in sizes:
    print(f'<text x="{x[dims]:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{dims}</text>')
print(f'<text x="{(LEFT + WIDTH) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">numbers per vector; nDCG@10 as a share of full'
      f' vectors, mean of {len(sys.argv) - 1} collections</text>')
for i, (method, name) in enumerate(NAMES.items()):
    dashes = ' stroke-dasharray="5 4"' if i == 1 else ''
    points = [(x[d], y(sum(v) / len(v))) for d, v in sorted(shares[method].items())]
    print(f'<path d="M{"L".join(f"{a:.1f} {b:.1f}" for a, b in points)}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"{dashes}/>')
    print(''.join(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{COLOURS[i]}"/>' for a, b in points))
    top = HEIGHT - BOTTOM - 84 + 20 * i
    print(f'<path d="M{WIDTH - 230} {top}h22" stroke="{COLOURS[i]}" stroke-width="2"{dashes}/>'
          f'<text x="{WIDTH - 200}" y="{top + 4}">{name}</text>')
print('</svg>')
