/** Named here, because a bundle gives a lazily imported CommonJS package its default export alone. */
export { MqttClient } from 'mqtt';
