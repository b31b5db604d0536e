/** Where the browser keeps an order that is being put together, in local storage. */
export const orderDraftKeys = [
  'selectedPlan',
  'orderCount',
  'domainOption',
  'azureDomains',
  'googleDomains',
  'purchaseAzureDomains',
  'purchaseGoogleDomains',
  'azureDomainPrices',
  'googleDomainPrices',
  'totalDomainCost',
  'basicConfig',
  'emailToolConfig',
  'userConfig',
  'profilePictureLink',
  'domainSettingsCompleted',
  'user',
] as const
