import { useEffect, useRef, useState } from 'preact/hooks';
import { ChartReadout, type ReadoutProps, type Sample } from '../../ui/chart-readout.tsx';
import { hydrateIslands } from '../hydrate.ts';

/** Readout of the value under the pointer or chosen by the arrow keys. */
function InteractiveReadout(props: ReadoutProps & { chart: string }) {
  const { samples, span, chart } = props;
  const [chosen, choose] = useState(samples.length - 1);
  const current = useRef(chosen);
  current.current = chosen;
  useEffect(() => {
    const area = document.getElementById(chart);
    const cursor = area?.querySelector<HTMLElement>('.cursor');
    if (!area || !cursor) return;
    const show = (index: number) => {
      const sample = samples[index];
      if (!sample) return;
      choose(index);
      cursor.hidden = false;
      cursor.style.left = `${((sample[0] - span.from) / (span.to - span.from)) * 100}%`;
    };
    const point = (event: PointerEvent) => {
      const { left, width } = area.getBoundingClientRect();
      show(findNearest(samples, span.from + ((event.clientX - left) / width) * (span.to - span.from)));
    };
    const step = (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      show(current.current + by);
    };
    area.tabIndex = 0;
    area.addEventListener('pointermove', point);
    area.addEventListener('pointerdown', point);
    area.addEventListener('keydown', step);
  }, []);
  return <ChartReadout {...props} chosen={chosen} />;
}

function findNearest(samples: readonly Sample[], at: number): number {
  let [low, high] = [0, samples.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((samples[middle]?.[0] ?? 0) < at) low = middle;
    else high = middle;
  }
  return at - (samples[low]?.[0] ?? 0) < (samples[high]?.[0] ?? 0) - at ? low : high;
}

hydrateIslands('chart', InteractiveReadout);
