import { connectDevicePage } from './connect-device.tsx';
import { deviceConnectionPage } from './connection.tsx';
import { devicesPage } from './devices.tsx';
import { sensorPage } from './sensor.tsx';

export const devicesPages = [devicesPage, sensorPage, connectDevicePage, deviceConnectionPage] as const;
