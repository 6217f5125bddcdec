/** Map colours resolved from CSS variables; a canvas cannot read the stylesheet. */
export interface Colours {
  plot: string;
  line: string;
  mine: string;
  edge: string;
  house: string;
  near: string;
  ink: string;
  warn: string;
  focus: string;
  surface: string;
  accent: string;
}

const cssVariables: Record<keyof Colours, string> = {
  plot: '--map-plot',
  line: '--map-line',
  mine: '--map-mine',
  edge: '--accent',
  house: '--map-house',
  near: '--map-near',
  ink: '--ink',
  warn: '--warn',
  focus: '--focus',
  surface: '--surface',
  accent: '--accent',
};

export function readColours(): Colours {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const read = ([key, name]: [string, string]) => {
    probe.style.color = `var(${name})`;
    return [key, getComputedStyle(probe).color];
  };
  const colours = Object.fromEntries(
    Object.entries(cssVariables).map((each) => read(each as [string, string])),
  );
  probe.remove();
  return colours as unknown as Colours;
}

export function onColoursChange(act: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', act);
}
