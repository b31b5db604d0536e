/** Minutes for which staff look at the product as a customer sees it. */
export const customerViewMinutes = 30

/** Why staff who look as a customer can do nothing else, on every button and in every refusal. */
export const viewOnlyText = (name: string): string =>
  `You’re viewing as ${name}. Changes and secrets are off.`
