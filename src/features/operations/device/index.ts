import { connect_device } from './connect_device.ts';
import { disconnect_device } from './disconnect_device.ts';
import { edit_device_connection } from './edit_device_connection.ts';
import { list_my_devices } from './list_my_devices.ts';
import { list_sensor_readings } from './list_sensor_readings.ts';

export const deviceOperations = [
  connect_device,
  disconnect_device,
  edit_device_connection,
  list_my_devices,
  list_sensor_readings,
] as const;
