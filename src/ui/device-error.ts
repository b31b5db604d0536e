/** What a device or the browser did not do, as a sentence that says what helps. */
export class DeviceError extends Error {}
