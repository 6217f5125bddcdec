import { circle, ellipse, line, path, rect, repeat, type Shape, spread } from './landscape.ts';

/** Houses, fences, roads, wells. */
export const house =
  (
    x: number,
    y: number,
    { size = 1, wall = '#d8b98a', roof = '#8a4636', lit = false, smoke = false } = {},
  ): Shape =>
  (season) => {
    const glass = lit ? '#ffd873' : '#a9cfe0';
    const snow =
      season === 'winter' ? path('M-36 -148L120 -262L276 -148L262 -146L120 -244L-22 -146Z', '#ffffff') : '';
    const boards = repeat(9, (index) => rect(0, -140 + index * 16, 240, 2, '#000000', ' opacity="0.07"'));
    const window = (left: number) =>
      rect(left - 5, -105, 62, 66, '#f7f2e6') +
      rect(left, -100, 52, 56, glass) +
      rect(left + 24, -100, 4, 56, '#f7f2e6') +
      rect(left, -76, 52, 4, '#f7f2e6') +
      rect(left - 18, -104, 12, 64, '#5d7d5a') +
      rect(left + 58, -104, 12, 64, '#5d7d5a');
    const plume = smoke
      ? `<g opacity="0.6">${repeat(5, (index) => circle(190 + index * 14 + spread(index, 10), -290 - index * 30, 14 + index * 6, '#eceff2'))}</g>`
      : '';
    return `<g transform="translate(${x} ${y}) scale(${size})">${ellipse(120, 4, 170, 14, '#000000', ' opacity="0.16"')}${plume}${rect(176, -262, 26, 70, '#7d5648')}${rect(0, -150, 240, 150, wall)}${boards}${path('M-36 -148L120 -262L276 -148Z', roof)}${path('M0 -150L120 -238L240 -150Z', wall, ' opacity="0.9"')}${circle(120, -185, 15, glass)}${snow}${window(26)}${window(160)}${rect(104, -88, 36, 88, '#6d4b32')}${circle(132, -42, 3, '#e8d9a0')}${rect(94, -4, 56, 8, '#8f8a80')}</g>`;
  };

export const fence =
  (y: number, from = 0, to = 960, colour = '#a9855a'): Shape =>
  (season) =>
    rect(from, y - 52, to - from, 7, colour) +
    rect(from, y - 22, to - from, 7, colour) +
    repeat(Math.floor((to - from) / 34), (index) => {
      const x = from + index * 34 + 6;
      const cap = season === 'winter' ? rect(x - 1, y - 82, 20, 7, '#ffffff') : '';
      return path(`M${x} ${y}V${y - 72}L${x + 9} ${y - 82}L${x + 18} ${y - 72}V${y}Z`, colour) + cap;
    });

/** A track leading towards the viewer. */
export const road =
  (state: 'good' | 'washed' | 'cleared'): Shape =>
  (season) => {
    const fill = season === 'winter' ? '#e3e9ee' : state === 'washed' ? '#7a6248' : '#b3a288';
    const track = path('M452 404Q470 470 330 640H760Q600 480 506 404Z', fill);
    const ruts =
      line('M490 420Q560 520 640 640', '#5d4a36', 10, ' opacity="0.35"') +
      line('M468 420Q480 500 440 640', '#5d4a36', 10, ' opacity="0.35"');
    const puddles =
      ellipse(500, 500, 52, 12, '#9fb4c4') +
      ellipse(560, 580, 96, 24, '#8fa7ba') +
      ellipse(548, 574, 50, 8, '#d3dfe8', ' opacity="0.6"') +
      ellipse(440, 620, 60, 18, '#9fb4c4') +
      path('M600 470Q660 520 720 640H800Q700 520 640 470Z', '#5b4632') +
      repeat(14, (index) =>
        circle(610 + spread(index, 150), 490 + spread(index, 140, 2), 5 + spread(index, 7, 4), '#8b8378'),
      );
    const banks =
      path('M452 404Q450 480 250 640H380Q480 480 470 404Z', '#ffffff') +
      path('M506 404Q620 500 860 640H730Q580 480 496 404Z', '#f4f8fb');
    return track + ruts + (state === 'washed' ? puddles : '') + (state === 'cleared' ? banks : '');
  };

export const well =
  (x: number, y: number): Shape =>
  () =>
    ellipse(x + 60, y, 90, 10, '#000000', ' opacity="0.15"') +
    repeat(3, (index) => rect(x, y - 75 + index * 25, 120, 24, index % 2 ? '#b9b9b2' : '#a7a7a0')) +
    rect(x + 8, y - 180, 10, 108, '#7a5a3c') +
    rect(x + 102, y - 180, 10, 108, '#7a5a3c') +
    rect(x, y - 118, 120, 12, '#8d6b48') +
    path(`M${x - 24} ${y - 168}L${x + 60} ${y - 230}L${x + 144} ${y - 168}Z`, '#8c5a3a') +
    line(`M${x + 60} ${y - 112}V${y - 82}`, '#444444', 3) +
    path(`M${x + 46} ${y - 84}h28l-4 24h-20Z`, '#8d979d');

export const lamp =
  (x: number, y: number, lit: boolean): Shape =>
  () =>
    rect(x, y - 300, 12, 300, '#5c6166') +
    line(`M${x + 6} ${y - 296}q30 -26 70 -16`, '#5c6166', 8) +
    (lit ? circle(x + 78, y - 300, 70, '#ffe9a8', ' opacity="0.4"') : '') +
    ellipse(x + 78, y - 306, 24, 10, lit ? '#ffe9a8' : '#3d4247');

export const table: Shape = () =>
  path('M210 520L750 520L820 580L140 580Z', '#f3ead8') +
  rect(200, 580, 12, 60, '#8d6b48') +
  rect(744, 580, 12, 60, '#8d6b48') +
  repeat(7, (index) =>
    ellipse(250 + index * 78, 548, 26, 8, ['#d98e5f', '#f4f4f4', '#c65b4b'][index % 3] as string),
  ) +
  ellipse(480, 506, 28, 36, '#c9a13c') +
  rect(470, 460, 20, 20, '#a5822a') +
  line('M40 300Q260 390 480 310T940 300', '#6b5b45', 3) +
  repeat(12, (index) => {
    const colour = ['#e2574c', '#f2c230', '#4f9fd1', '#7fbf5a'][index % 4] as string;
    const x = 70 + index * 76;
    const y = 330 + 26 * Math.sin(index * 1.1);
    return path(`M${x} ${y}h40l-20 38Z`, colour);
  });

export const tractor =
  (x: number, y: number): Shape =>
  () =>
    rect(x, y - 90, 130, 50, '#3f79b8') +
    rect(x + 66, y - 160, 70, 76, '#3f79b8') +
    rect(x + 74, y - 150, 54, 46, '#cfe4ee') +
    path(`M${x - 46} ${y - 70}h20v66h-34Z`, '#d8902f') +
    circle(x + 24, y - 22, 28, '#2c2f33') +
    circle(x + 24, y - 22, 11, '#c9ccd0') +
    circle(x + 112, y - 34, 42, '#2c2f33') +
    circle(x + 112, y - 34, 17, '#c9ccd0');

/** A street with houses on both sides, seen from its end. */
export const street: Shape = (season) =>
  house(20, 470, { size: 0.8, wall: '#cdb58f', roof: '#6b5347' })(season) +
  house(700, 476, { size: 0.8, wall: '#b9c3b0', roof: '#47658a' })(season) +
  house(250, 430, { size: 0.45, wall: '#e3cfae', roof: '#8a4636' })(season) +
  house(590, 428, { size: 0.42, wall: '#d9c3a0', roof: '#5d7d5a' })(season);

export const bathhouse =
  (x: number, y: number): Shape =>
  (season) =>
    `<g transform="translate(${x} ${y})">${rect(0, -120, 200, 120, '#9a6b3f')}${repeat(7, (index) => rect(0, -120 + index * 17, 200, 3, '#6d4625', ' opacity="0.6"'))}${path('M-24 -118L100 -196L224 -118Z', season === 'winter' ? '#f7fafc' : '#5a4a3f')}${rect(150, -230, 18, 70, '#7d5648')}${rect(30, -84, 40, 34, '#f3d489')}${rect(110, -90, 48, 90, '#5d3d22')}<g opacity="0.5">${repeat(5, (index) => circle(164 + index * 12, -250 - index * 26, 12 + index * 6, '#eceff2'))}</g></g>`;

/** A low white cottage with a thatched roof. */
export const cottage =
  (x: number, y: number): Shape =>
  () =>
    `<g transform="translate(${x} ${y})">${rect(0, -120, 300, 120, '#f4efe2')}${path('M-30 -110Q40 -220 150 -222T330 -110Q240 -134 150 -132T-30 -110Z', '#b08d54')}${rect(220, -250, 30, 60, '#a0604a')}${repeat(3, (index) => rect(26 + index * 100, -92, 46, 42, '#8fb6c9') + rect(48 + index * 100, -92, 3, 42, '#f4efe2'))}${rect(132, -78, 40, 78, '#2f5d4a')}${repeat(12, (index) => circle(8 + index * 26, -4 - spread(index, 16), 9, ['#d9688c', '#f2c230', '#8b5fd0'][index % 3] as string))}</g>`;

/** Posts of a fence that goes on, with a string along them. */
export const posts =
  (x: number, y: number): Shape =>
  () =>
    repeat(3, (index) => rect(x + index * 100, y - 96, 16, 104, '#8a6a45')) +
    line(`M${x - 40} ${y - 60}L${x + 300} ${y - 60}`, '#e34c3c', 3) +
    rect(x + 40, y - 12, 150, 10, '#d9b77f') +
    rect(x + 52, y - 24, 150, 10, '#c9a56c');

/** A bird table under a branch, with two tits. */
export const feeder =
  (x: number, y: number): Shape =>
  () => {
    const tit = (left: number, top: number) =>
      ellipse(x + left, y + top, 20, 14, '#e8c94a') +
      circle(x + left + 18, y + top - 10, 10, '#23303a') +
      circle(x + left + 21, y + top - 7, 5, '#ffffff') +
      path(`M${x + left - 16} ${y + top}l-26 8l24 4Z`, '#4f6b7a');
    return (
      line(`M${x - 60} ${y - 150}q70 -20 190 6`, '#6f5238', 12) +
      line(`M${x + 20} ${y - 154}L${x} ${y - 74}M${x + 20} ${y - 154}L${x + 92} ${y - 74}`, '#4a3a2a', 3) +
      path(`M${x - 36} ${y - 40}L${x + 46} ${y - 84}L${x + 128} ${y - 40}Z`, '#8a4636') +
      path(
        `M${x - 40} ${y - 44}L${x + 46} ${y - 92}L${x + 132} ${y - 44}L${x + 122} ${y - 42}L${x + 46} ${y - 80}L${x - 30} ${y - 42}Z`,
        '#ffffff',
      ) +
      rect(x - 14, y - 42, 8, 66, '#a9855a') +
      rect(x + 98, y - 42, 8, 66, '#a9855a') +
      rect(x - 30, y + 22, 152, 12, '#a9855a') +
      rect(x + 4, y + 16, 84, 7, '#5b4632') +
      tit(16, 4) +
      tit(72, 2)
    );
  };
