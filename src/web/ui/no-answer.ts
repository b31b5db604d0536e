/** Why nothing answers, and what to do about it. */
export const noAnswerText = (): string =>
  navigator.onLine
    ? 'The server cannot be reached: please try again in a moment.'
    : 'You are offline: please connect to the internet and try again.'
