import { toast } from '../toast.ts'

/**
 * What follows an act of staff that the server answers with a sentence: it is told, the dialog goes, and what the act may
 * have changed is asked for again.
 * @param close of a dialog with a form; a question closes by itself
 */
export const tellAnswer =
  (lookAgain: () => Promise<unknown>, close?: () => void) =>
  async ({ message }: { message: string }): Promise<void> => {
    toast.success(message)
    close?.()
    await lookAgain()
  }
