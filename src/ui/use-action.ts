import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

export interface ActionOptions<Data, Variables> extends UseMutationOptions<Data, Error, Variables> {
  /** Whether the answer says that it is done: what started it goes then, and a press before that does nothing. */
  isDone?: (data: Data) => boolean
}

/**
 * What a press sends to the server. It is sent once however often the button is pressed before the answer: the second
 * press of a double one comes before anything has been drawn again. Every call that changes something goes through it.
 */
export function useAction<Data, Variables = void>({
  isDone,
  ...options
}: ActionOptions<Data, Variables>): UseMutationResult<Data, Error, Variables> {
  const mutation = useMutation(options)
  const underWay = useRef<Promise<Data>>(undefined)
  const mutateAsync: typeof mutation.mutateAsync = (...input) => {
    underWay.current ??= mutation.mutateAsync(...input).then(
      (data) => {
        if (!isDone?.(data)) underWay.current = undefined
        return data
      },
      (error: unknown) => {
        underWay.current = undefined
        throw error
      },
    )
    return underWay.current
  }
  return {
    ...mutation,
    mutateAsync,
    // A caller that does not wait for it is told by `onError` alone.
    mutate: (...input) => void mutateAsync(...input).catch(() => {}),
  }
}
