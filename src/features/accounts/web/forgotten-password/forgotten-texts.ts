/** What the pages of both sides say. */
export const forgottenTexts = {
  forgotTitle: 'Forgot your password?',
  forgotAbout:
    'Enter the address that you sign in with, and choose another password by the link in the mail.',
  chooseTitle: 'Choose another password',
  chooseAbout:
    'You are signed out everywhere then, and sign in with the new one. If you still know your password, you can sign in from here now.',
  overTitle: 'This link no longer works',
  noLink: 'This page is opened by the link in a mail. Open it again, or ask for another one.',
} as const
