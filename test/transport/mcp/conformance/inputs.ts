import { createHmac, randomBytes } from 'node:crypto';
import {
  capabilitiesKey,
  isObject,
  type Message,
  ProtocolError,
  rpcErrors,
} from '../../../../src/entry/transport/mcp/protocol.ts';
import { type FixtureTool, requireCapability, text } from './tools.ts';

/** The inputs a tool of the newest revision requests from the client, by key. */
type Inputs = Record<string, { method: string; params: object }>;

const ask = (message: string, field: string, type = 'string') => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] },
  },
});
const sample = (question: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens: 100 },
});
const roots = { method: 'roots/list', params: {} };

/** The state passes through the client, so it is signed. */
const key = randomBytes(32);
const seal = (state: string) => `${state}.${createHmac('sha256', key).update(state).digest('base64url')}`;
function unseal(message: Message): string | undefined {
  const { requestState: sealed } = message.params;
  if (sealed === undefined) return undefined;
  const state = String(sealed).split('.', 1)[0] ?? '';
  if (sealed !== seal(state))
    throw new ProtocolError(rpcErrors.invalidParams, 200, 'requestState was changed.', message.id);
  return state;
}

/** The open input requests as a result; undefined when the client has answered all. */
export function findOpenInputs(message: Message, inputs: Inputs, state?: string): object | undefined {
  const { inputResponses: given = {} } = message.params;
  if (!isObject(given))
    throw new ProtocolError(rpcErrors.invalidParams, 200, 'inputResponses must be an object.', message.id);
  if (Object.keys(inputs).every((name) => isObject(given[name]))) return undefined;
  return {
    resultType: 'input_required',
    inputRequests: inputs,
    ...(state !== undefined && { requestState: seal(state) }),
  };
}

const simple =
  (inputs: Inputs, state?: string): FixtureTool =>
  (message) => {
    unseal(message);
    return findOpenInputs(message, inputs, state) ?? text(state === undefined ? 'Thank you.' : 'state-ok');
  };

export const inputPrompt: Inputs = { user_context: ask('What context should the prompt use?', 'context') };
const name = ask('What is your name?', 'name');

export const inputTools: ReadonlyMap<string, FixtureTool> = new Map<string, FixtureTool>([
  ['test_input_required_result_elicitation', simple({ user_name: name })],
  [
    'test_input_required_result_sampling',
    simple({ capital_question: sample('What is the capital of France?') }),
  ],
  ['test_input_required_result_list_roots', simple({ client_roots: roots })],
  [
    'test_input_required_result_request_state',
    simple({ confirm: ask('Please confirm', 'ok', 'boolean') }, 'asked'),
  ],
  [
    'test_input_required_result_tampered_state',
    simple({ confirm: ask('Please confirm', 'ok', 'boolean') }, 'asked'),
  ],
  [
    'test_input_required_result_multiple_inputs',
    simple({ user_name: name, greeting: sample('Generate a greeting'), client_roots: roots }, 'asked'),
  ],
  [
    'test_input_required_result_multi_round',
    (message) => {
      const state = unseal(message);
      if (state === 'second')
        return (
          findOpenInputs(message, { step2: ask('What is your favorite color?', 'color') }, state) ??
          text('Both known.')
        );
      const first = findOpenInputs(message, { step1: name }, 'first');
      if (first !== undefined) return first;
      return {
        resultType: 'input_required',
        inputRequests: { step2: ask('Step 2: What is your favorite color?', 'color') },
        requestState: seal('second'),
      };
    },
  ],
  [
    'test_input_required_result_capabilities',
    (message) => {
      const declared = (message.params._meta as Record<string, object>)[capabilitiesKey] ?? {};
      const inputs: Inputs = {
        ...('elicitation' in declared && { user_name: name }),
        ...('sampling' in declared && { greeting: sample('Generate a greeting') }),
      };
      return findOpenInputs(message, inputs) ?? text('The client can do neither.');
    },
  ],
  [
    'test_streaming_elicitation',
    (message) => {
      requireCapability(message, 'elicitation');
      return findOpenInputs(message, { user_name: name }) ?? text('Thank you.');
    },
  ],
]);
