/** NOTIFY channel for new notifications: `<account>.<notification>` pairs, without content. */
export const notificationChannel = 'bell';
