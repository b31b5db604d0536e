import { endpoint } from '#base/api/endpoint.ts'
import { reinstatePrefillBody, reinstatePrefillResponse } from '../rules/reinstate-prefill.ts'
import { reinstateBody } from '../rules/reinstate-request.ts'
import { reinstateResponse } from '../rules/reinstate-response.ts'

export const reinstatePrefill = endpoint({
  method: 'POST',
  path: '/api/orders/reinstate-prefill',
  summary: 'How cancelled domains were set up, to reinstate them likewise',
  access: 'customer',
  limit: 'change',
  body: reinstatePrefillBody,
  response: reinstatePrefillResponse,
})

export const reinstate = endpoint({
  method: 'POST',
  path: '/api/orders/reinstate',
  summary: 'Ask for cancelled groups to come back; nothing is set up before it is paid',
  access: 'customer',
  limit: 'order',
  body: reinstateBody,
  response: reinstateResponse,
})
