import { circle, ellipse, line, palettes, path, rect, repeat, type Shape, spread } from './landscape.ts';

/** Plants and water. */
export const birch =
  (x: number, y: number, size: number): Shape =>
  (season) => {
    const [light, dark] = palettes[season].crown;
    const marks = repeat(6, (index) =>
      rect(
        x - size * 0.05,
        y - size * (0.25 + index * 0.24),
        size * (0.05 + spread(index, 5) / 100),
        4,
        '#3b3b3b',
      ),
    );
    const branches =
      season === 'winter'
        ? repeat(8, (index) => {
            const side = index % 2 ? 1 : -1;
            const at = y - size * (0.8 + index * 0.13);
            return line(
              `M${x} ${at}q${side * size * 0.2} ${-size * 0.1} ${side * size * 0.42} ${-size * 0.02}`,
              '#d5dfe7',
              3,
            );
          })
        : repeat(26, (index) =>
            ellipse(
              x + (spread(index, 100) / 100 - 0.5) * size * 0.95,
              y - size * (0.75 + spread(index, 115, 3) / 100),
              size * 0.17,
              size * 0.13,
              index % 2 ? light : dark,
              ' opacity="0.85"',
            ),
          );
    return rect(x - size * 0.06, y - size * 1.7, size * 0.12, size * 1.7, '#eceae4') + marks + branches;
  };

export const appleTree =
  (x: number, y: number, size: number, { blossom = false, apples = false } = {}): Shape =>
  (season) => {
    const [light, dark] = palettes[season].crown;
    const crown = [
      [-0.55, -1.05, 0.45],
      [0.55, -1.1, 0.47],
      [-0.2, -1.5, 0.52],
      [0.3, -1.55, 0.5],
      [0, -1.05, 0.55],
    ] as const;
    const trunk =
      path(
        `M${x - size * 0.12} ${y}Q${x - size * 0.05} ${y - size * 0.5} ${x - size * 0.3} ${y - size}L${x} ${y - size * 0.8}L${x + size * 0.32} ${y - size}Q${x + size * 0.06} ${y - size * 0.5} ${x + size * 0.12} ${y}Z`,
        '#6f5238',
      ) + ellipse(x, y + 2, size * 0.6, size * 0.07, '#000000', ' opacity="0.15"');
    if (season === 'winter')
      return (
        trunk +
        repeat(14, (index) => {
          const angle = Math.PI * (0.12 + index * 0.058);
          return line(
            `M${x} ${y - size * 0.85}l${-Math.cos(angle) * size} ${-Math.sin(angle) * size * 0.75}`,
            index % 3 ? '#6f5238' : '#ffffff',
            4,
          );
        })
      );
    const leaves = crown
      .map(([dx, dy, r], index) => circle(x + dx * size, y + dy * size, r * size, index % 2 ? light : dark))
      .join('');
    const dots = (count: number, r: number, colours: readonly string[]) =>
      repeat(count, (index) => {
        const angle = index * 2.4;
        const reach = Math.sqrt((index + 0.5) / count) * size * 0.92;
        return circle(
          x + Math.cos(angle) * reach,
          y - size * 1.25 + Math.sin(angle) * reach * 0.72,
          r,
          colours[index % colours.length] as string,
        );
      });
    return (
      trunk +
      leaves +
      (blossom ? dots(150, size * 0.045, ['#ffffff', '#ffe3ec', '#f7c3d4']) : '') +
      (apples ? dots(26, size * 0.065, ['#d9453b', '#e9c23f', '#cf5a3a']) : '')
    );
  };

export const greenhouse =
  (x: number, y: number): Shape =>
  () =>
    repeat(
      8,
      (index) =>
        line(`M${x + 28 + index * 42} ${y - 6}v-110`, '#3f7a2f', 5) +
        repeat(4, (leaf) =>
          ellipse(x + 28 + index * 42 + (leaf % 2 ? 12 : -12), y - 28 - leaf * 24, 15, 9, '#4d9b48'),
        ) +
        repeat(3, (fruit) =>
          circle(x + 24 + index * 42 + fruit * 7, y - 34 - fruit * 26, 8, fruit ? '#d8403a' : '#e9a13f'),
        ),
    ) +
    path(
      `M${x} ${y}V${y - 120}Q${x + 175} ${y - 270} ${x + 350} ${y - 120}V${y}Z`,
      '#dff3f1',
      ' opacity="0.45" stroke="#6f9896" stroke-width="7"',
    ) +
    repeat(6, (index) => rect(x + 48 + index * 50, y - 178, 4, 178, '#7ea6a3')) +
    rect(x, y - 100, 350, 4, '#7ea6a3');

export const beds =
  (x: number, y: number, rows: number, crop: 'leafy' | 'garlic' = 'leafy'): Shape =>
  (season) =>
    repeat(rows, (row) => {
      const top = y + row * 52;
      const soil =
        path(
          `M${x - row * 14} ${top}h${400 + row * 28}l10 34h${-420 - row * 28}Z`,
          season === 'winter' ? '#edf2f6' : '#5f4430',
        ) + rect(x - 12 - row * 14, top + 34, 424 + row * 28, 8, '#8d6b48');
      if (season === 'winter') return soil;
      return (
        soil +
        repeat(12, (index) => {
          const at = x - row * 14 + 18 + index * (33 + row * 2);
          if (crop === 'garlic')
            return (
              line(`M${at} ${top + 20}q-8 -26 -16 -38`, '#6fa04a', 5) +
              line(`M${at} ${top + 20}q2 -34 4 -52`, '#83b558', 5) +
              line(`M${at} ${top + 20}q10 -24 20 -34`, '#6fa04a', 5)
            );
          return (
            circle(at, top + 12, 13, index % 2 ? '#6fb04f' : '#4d8f3c') +
            circle(at + 4, top + 6, 6, '#8cc765')
          );
        })
      );
    });

export const flowers =
  (y: number, from = 0, to = 960): Shape =>
  () =>
    repeat(Math.floor((to - from) / 26), (index) => {
      const x = from + 12 + index * 26;
      const tall = 38 + spread(index, 26);
      const colour = ['#e2568c', '#f2c230', '#8b5fd0', '#ffffff', '#e2773a'][spread(index, 5, 7)] as string;
      return (
        line(`M${x} ${y}q3 ${-tall / 2} 0 ${-tall}`, '#3f7a2f', 4) +
        repeat(5, (petal) =>
          circle(x + 8 * Math.cos(petal * 1.26), y - tall + 8 * Math.sin(petal * 1.26), 7, colour),
        ) +
        circle(x, y - tall, 5, '#f6e29a')
      );
    });

export const pond =
  (x: number, y: number, width = 300): Shape =>
  (season) => {
    const isFrozen = season === 'winter';
    const water = isFrozen ? '#cfe0ea' : season === 'autumn' ? '#6d8797' : '#5f9dbd';
    return (
      ellipse(
        x,
        y + 6,
        width + 22,
        width * 0.29,
        season === 'winter' ? '#e9f0f5' : '#7d6b48',
        ' opacity="0.7"',
      ) +
      ellipse(x, y, width, width * 0.26, water) +
      ellipse(x - width * 0.2, y - width * 0.08, width * 0.6, width * 0.09, '#ffffff', ' opacity="0.25"') +
      (isFrozen
        ? line(`M${x - width * 0.5} ${y}q80 -26 150 4t160 -18`, '#ffffff', 4) +
          repeat(
            3,
            (index) =>
              circle(x - 80 + index * 90, y - 24, 9, '#40464f') +
              rect(x - 86 + index * 90, y - 16, 12, 34, ['#c9463d', '#3f79b8', '#4d8f3c'][index] as string),
          )
        : repeat(6, (index) => {
            const at = x - width * 0.6 + index * width * 0.22;
            return (
              ellipse(at, y + (index % 2 ? 26 : 2), 24, 8, '#3f8f4a') +
              (index % 2 ? circle(at + 4, y + 20, 7, '#ffffff') : '')
            );
          })) +
      repeat(12, (index) => {
        const at = x + width * 0.72 + index * 9;
        return line(
          `M${at} ${y + 36}q-4 -50 ${spread(index, 12) - 6} ${-70 - spread(index, 30)}`,
          season === 'summer' ? '#5c8a3a' : '#9a8650',
          4,
        );
      })
    );
  };

/** A willow with branches hanging into a river. */
export const willow =
  (x: number, y: number, size: number): Shape =>
  (season) => {
    const [light, dark] = palettes[season].crown;
    return (
      path(
        `M${x - 22} ${y}Q${x - 10} ${y - size} ${x - 50} ${y - size * 1.2}L${x + 40} ${y - size * 1.2}Q${x + 8} ${y - size} ${x + 20} ${y}Z`,
        '#6a5a45',
      ) +
      ellipse(x, y - size * 1.35, size * 0.85, size * 0.42, dark) +
      repeat(46, (index) => {
        const at = x + (spread(index, 100) / 50 - 1) * size * 0.85;
        return line(
          `M${at} ${y - size * (1.3 - spread(index, 20, 2) / 100)}q8 ${size * 0.5} ${spread(index, 24, 4) - 12} ${size * (0.7 + spread(index, 40, 5) / 100)}`,
          index % 2 ? light : dark,
          6,
          ' opacity="0.8"',
        );
      })
    );
  };

export const river: Shape = () =>
  path('M0 500Q260 460 520 500T960 470V560Q700 600 480 570T0 600Z', '#6ea3bd') +
  repeat(9, (index) =>
    line(`M${60 + index * 100} ${520 + spread(index, 50)}q30 -8 60 0`, '#d6e8f0', 3, ' opacity="0.7"'),
  );

/** A harvest in the foreground. */
export const basket =
  (x: number, y: number, fruit = ['#d9453b', '#e9c23f', '#c9a13c']): Shape =>
  () =>
    repeat(16, (index) =>
      circle(x + 20 + spread(index, 150), y - 92 - spread(index, 30, 2), 19, fruit[index % 3] as string),
    ) +
    path(`M${x} ${y - 84}h190l-24 84h-142Z`, '#b58a4c') +
    repeat(4, (index) => rect(x + 4 + index * 4, y - 78 + index * 20, 182 - index * 8, 5, '#8d6633')) +
    line(`M${x + 10} ${y - 84}q85 -110 170 0`, '#8d6633', 8);

export const spruceCover =
  (x: number, y: number): Shape =>
  () =>
    repeat(4, (bush) =>
      repeat(9, (index) => {
        const at = x + bush * 150;
        const angle = Math.PI * (0.1 + index * 0.1);
        return line(
          `M${at} ${y}l${-Math.cos(angle) * 66} ${-Math.sin(angle) * 74}`,
          index % 2 ? '#3f5f3a' : '#53744a',
          11,
        );
      }),
    );

export const fallenLeaves: Shape = () =>
  repeat(120, (index) =>
    ellipse(
      spread(index, 960, 31),
      430 + spread(index, 205, 32),
      8,
      4,
      ['#d9822b', '#c9a13c', '#b5502e'][index % 3] as string,
      ` transform="rotate(${spread(index, 60)} ${spread(index, 960, 31)} 520)"`,
    ),
  );

/** A young tree tied to its stake, in freshly dug earth. */
export const sapling =
  (x: number, y: number): Shape =>
  () => {
    const leaf = (left: number, top: number) => ellipse(x + left, y + top, 17, 9, '#7fae5a');
    return (
      ellipse(x, y + 6, 110, 26, '#5b4632') +
      ellipse(x - 8, y, 84, 16, '#73593f') +
      rect(x + 26, y - 230, 9, 236, '#a9855a') +
      line(`M${x} ${y}Q${x - 8} ${y - 120} ${x + 2} ${y - 262}`, '#6f5238', 9) +
      line(
        `M${x - 2} ${y - 150}q-40 -26 -56 -70M${x} ${y - 180}q34 -22 46 -62M${x} ${y - 215}q-26 -20 -34 -52`,
        '#6f5238',
        5,
      ) +
      line(`M${x - 4} ${y - 118}q18 10 34 0`, '#d9c9a0', 6) +
      [
        [-58, -226],
        [-40, -196],
        [-70, -206],
        [48, -246],
        [34, -214],
        [60, -228],
        [-36, -272],
        [-20, -250],
        [2, -272],
        [16, -258],
        [-8, -236],
        [22, -196],
        [-24, -172],
      ]
        .map(([left = 0, top = 0]) => leaf(left, top))
        .join('')
    );
  };
