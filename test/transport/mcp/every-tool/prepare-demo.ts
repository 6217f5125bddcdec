import { startDemoService } from '../../../harness/demo.ts';
import { createDemoContext, type DemoContext } from './demo-context.ts';

/** Closed with the test file. */
export async function prepareDemo(): Promise<DemoContext> {
  return createDemoContext(await startDemoService());
}
