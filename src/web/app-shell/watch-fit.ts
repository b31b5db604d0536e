import { ApiError } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { askForRelease } from '../ui/release.ts'
import { isTold } from './failure-text.ts'

/**
 * Has it be found out whether there was a release as soon as this page and the server do not fit any more: a call is not
 * there or wants something else, or an answer has not what is read of it. Answers are not checked here: code that works on
 * such a one throws something of its own, and what breaks while it is drawn is told by `BrokenPage`.
 */
export function watchFit(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isUnfit(event.action.error))
      void askForRelease()
  })
}

const isUnfit = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 404 || error.status === 400 : !isTold(error)
