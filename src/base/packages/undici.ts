/** Named here, because a bundle gives a lazily imported CommonJS package its default export alone. */
export { Agent, Client, Pool, WebSocket } from 'undici';
