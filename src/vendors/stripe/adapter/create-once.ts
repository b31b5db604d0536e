import { isVendorError } from '#vendors/client/vendor-error.ts'
import { rememberedFailure } from './client.ts'

/** How many keys are tried before it is left to the caller's next attempt. */
const keysTried = 5

/**
 * Creates what `find` does not find, under a key that every attempt uses again. When Stripe has failed under
 * the key and keeps saying so, the work may have been done or not: look again, then use the next key.
 */
export async function createOnce<T>(work: {
  key: string
  find: () => Promise<T | undefined>
  create: (idempotencyKey: string) => Promise<T>
}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const found = await work.find()
    if (found !== undefined) return found
    try {
      return await work.create(attempt === 1 ? work.key : `${work.key}-${attempt}`)
    } catch (error) {
      const isRemembered = isVendorError(error) && error.code === rememberedFailure
      if (!isRemembered || attempt === keysTried) throw error
    }
  }
}
