import { ApiError } from '../api.ts'

/**
 * What follows an act of staff that was refused. Where what it was for is not there any more, somebody else has done it:
 * the dialog goes, and the page shows what there is now. The reason is told over the page.
 */
export const closeWhenOver =
  (lookAgain: () => Promise<unknown>, close: () => void) =>
  async (error: unknown): Promise<void> => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) close()
    await lookAgain()
  }
