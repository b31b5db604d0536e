/** Why nothing answers, and what to do about it. */
export const noAnswerText = (): string => (navigator.onLine ? unreachable : `You are offline: ${whatToDo}`)

/** Why nothing answered, and what to do about it: stays where it was pressed, and so speaks of then. */
export const noAnswerThenText = (wasOffline: boolean): string =>
  wasOffline ? `You were offline: ${whatToDo}` : unreachable

const unreachable = 'The server cannot be reached: please try again in a moment.'
const whatToDo = 'please connect to the internet and try again.'
