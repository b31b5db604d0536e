import { ApiError } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { askForRelease } from '../release.ts'
import { isTold } from './failure-text.ts'

/** What fails again and again, as the page of a thing that is gone does, asks no oftener than this. */
const againAfterMs = 60_000

/**
 * Has it be found out whether there was a release as soon as this page and the server do not fit any more: a call is not
 * there or wants something else, or an answer has not what is read of it. Answers are not checked here: code that works on
 * such a one throws something of its own, and what breaks while it is drawn is told by `BrokenPage`.
 */
export function watchFit(): void {
  let askedAt = Number.NEGATIVE_INFINITY
  const meet = (error: unknown): void => {
    if (!isUnfit(error) || performance.now() - askedAt < againAfterMs) return
    askedAt = performance.now()
    void askForRelease().then((standing) => {
      if (standing === 'released') askedAt = Number.POSITIVE_INFINITY
    })
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') meet(event.action.error)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') meet(event.action.error)
  })
}

/** Whether something failed as it does where the page and the server are of different releases. */
export const isUnfit = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 404 || error.status === 400 : !isTold(error)
