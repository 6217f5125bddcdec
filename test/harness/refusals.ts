import assert from 'node:assert/strict';
import { ApiError } from '../../src/entry/client/client.ts';

/** Asserts that the call is refused with this status and, when given, exactly these fields. */
export async function assertRefused(
  call: Promise<unknown>,
  status: number,
  ...fields: string[]
): Promise<ApiError> {
  try {
    const reply = await call;
    assert.fail(`expected ${status}, got a success: ${JSON.stringify(reply).slice(0, 300)}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    assert.equal(error.status, status, error.message);
    if (fields.length > 0)
      assert.deepEqual(Object.keys(error.body.errors ?? {}).sort(), [...fields].sort(), error.message);
    return error;
  }
}
