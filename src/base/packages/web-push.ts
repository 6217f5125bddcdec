import webPush from 'web-push';

/** Named here, because a bundle gives a lazily imported CommonJS package its default export alone. */
export const { generateRequestDetails, generateVAPIDKeys } = webPush;
