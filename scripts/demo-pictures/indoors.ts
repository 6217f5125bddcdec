import { circle, ellipse, line, path, rect, repeat, type Shape, spread } from './landscape.ts';

/** The well house: rings, a pump, a pressure tank and a gauge. */
export const pumpRoom: Shape = () =>
  repeat(7, (row) =>
    repeat(9, (column) =>
      rect(column * 112 - (row % 2 ? 56 : 0), row * 68, 106, 62, row % 2 ? '#9d9a93' : '#a6a39b'),
    ),
  ) +
  ellipse(300, 560, 220, 46, '#5b5a57') +
  ellipse(300, 550, 196, 38, '#2d3338') +
  rect(286, 190, 28, 360, '#4d7fae') +
  path('M286 190h28v-40h210v28h-180v12Z', '#4d7fae') +
  rect(500, 120, 46, 90, '#4d7fae') +
  rect(560, 300, 260, 180, '#3867a8', ' rx="86"') +
  rect(590, 470, 26, 60, '#333a40') +
  rect(764, 470, 26, 60, '#333a40') +
  rect(600, 230, 180, 76, '#3c8f5a', ' rx="14"') +
  repeat(6, (index) => rect(622 + index * 24, 240, 8, 56, '#2f7449')) +
  line('M546 160H640V230', '#4d7fae', 22) +
  circle(640, 190, 40, '#f4f4f0') +
  circle(640, 190, 40, 'none', ' stroke="#333" stroke-width="6"') +
  line('M640 190l22 -20', '#c23b30', 5) +
  line('M820 120Q880 300 780 260', '#2b2b2b', 6) +
  rect(790, 70, 70, 60, '#e7e2d6', ' rx="6"');

export const fuseBoard: Shape = () =>
  rect(250, 60, 460, 500, '#e9e9e4', ' rx="14"') +
  rect(270, 80, 420, 460, '#d3d5d2', ' rx="8"') +
  rect(400, 100, 160, 90, '#3a3f45', ' rx="6"') +
  rect(416, 116, 128, 36, '#b9d6b0') +
  repeat(
    3,
    (row) =>
      rect(290, 220 + row * 105, 380, 84, '#bfc2bf') +
      repeat(
        8,
        (index) =>
          rect(298 + index * 46, 228 + row * 105, 40, 68, '#f6f6f2', ' rx="3"') +
          rect(310 + index * 46, 246 + row * 105, 16, 26, (index + row) % 7 === 6 ? '#c23b30' : '#2f3a45'),
      ),
  ) +
  repeat(8, (index) =>
    line(
      `M${318 + index * 46} 560q${spread(index, 40) - 20} 40 ${spread(index, 30) - 15} 80`,
      ['#3a6fb0', '#8a5a33', '#6f9f3d'][index % 3] as string,
      7,
    ),
  );

export const crackedPlinth: Shape = () =>
  repeat(12, (row) =>
    repeat(13, (column) =>
      rect(column * 84 - (row % 2 ? 42 : 0), row * 30, 80, 26, (row + column) % 3 ? '#a85e48' : '#9a5240'),
    ),
  ) +
  rect(0, 340, 960, 150, '#b4b2ab') +
  line('M420 340l18 40l-26 34l30 30l-14 46', '#2f2d2a', 7) +
  line('M438 380l40 16l20 30', '#2f2d2a', 4) +
  rect(500, 380, 190, 18, '#e7d36b') +
  repeat(19, (index) => rect(506 + index * 10, 380, 2, index % 5 ? 8 : 14, '#333333'));

/** Beehives in summer. */
export const hives: Shape = () =>
  repeat(3, (index) => {
    const x = 190 + index * 220;
    return (
      rect(x, 500, 130, 14, '#6d5236') +
      repeat(3, (box) =>
        rect(x, 440 - box * 58, 130, 56, ['#f4efe2', '#dfe9ef', '#f1dfae'][(index + box) % 3] as string),
      ) +
      rect(x - 8, 308, 146, 18, '#8f979c') +
      rect(x + 40, 484, 50, 8, '#3a2f25') +
      repeat(10, (bee) =>
        circle(x + spread(bee, 150) - 10, 350 + spread(bee, 150, index), 4, bee % 2 ? '#3a2f25' : '#e0a92f'),
      )
    );
  });

export const seedlings: Shape = () =>
  rect(60, 60, 840, 330, '#cfe6f2') +
  rect(470, 60, 20, 330, '#f7f4ec') +
  rect(40, 390, 880, 34, '#efe6d4') +
  repeat(9, (index) => {
    const x = 90 + index * 92;
    return (
      path(`M${x} 330h64l-8 62h-48Z`, ['#c9694a', '#f1efe8', '#5c8a6a'][index % 3] as string) +
      line(`M${x + 32} 332q-4 -40 0 -64`, '#4d8f3c', 5) +
      ellipse(x + 16, 280, 20, 9, '#6fb04f', ` transform="rotate(20 ${x + 16} 280)"`) +
      ellipse(x + 48, 270, 20, 9, '#5c9a41', ` transform="rotate(-20 ${x + 48} 270)"`)
    );
  });
