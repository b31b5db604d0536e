import { DeviceError } from '../device-error.ts'
import { askForRelease } from '../release.ts'

/**
 * Fetches code that only some presses need. Throws a `DeviceError` where it does not arrive: nothing was done then, and
 * the sentence says what helps.
 */
export const fetchForPress = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch(async () => {
    throw new DeviceError(
      (await askForRelease()) === 'released'
        ? 'Nothing was done: the product was updated while this page was open. Please reload the page and do it again.'
        : 'Nothing was done: a part of this page did not arrive. Please try again.',
    )
  })
