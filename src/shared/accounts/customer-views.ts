/** Minutes for which staff look at the product as a customer sees it. */
export const customerViewMinutes = 30

export const customerViewMessages = {
  onlyLooking: 'You are looking as this customer. Nothing can be changed from here.',
} as const
