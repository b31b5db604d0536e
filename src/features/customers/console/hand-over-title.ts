/** The title of the dialog that shows a one-time password, also while the dialog's code is on its way. */
export const handOverTitle = 'Hand over this password'
