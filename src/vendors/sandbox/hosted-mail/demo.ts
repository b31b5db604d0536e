/**
 * The operator's first two probe mailboxes, each in a tenant or account without any customer's mailboxes, and what an operator
 * would have been given for them. The key opens nothing but the sandbox.
 */
export const demoProbeMailboxes = {
  microsoft: {
    address: 'proof@inboxyardprobe.onmicrosoft.com',
    tenantId: '0d5be2a7-3c41-4f7a-a1d9-5e6f80c2b913',
    clientId: 'e2c9471b-6a0f-4d38-9b54-71f3a8d60c25',
    clientSecret: 'sandbox~P3b.client-secret-of-the-probe-tenant',
  },
  google: {
    address: 'proof@inboxyard-probe.test',
    clientEmail: 'probe@inboxyard-demo.iam.gserviceaccount.com',
    privateKey: `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCq7Z0mwsmP48Py
UFswtfGBt35nV3u/1q+tJU7yKYBZQEu3FlKA4DC7w81wkd1GuryfEe5Rh+cjDUMA
LRlkDfdwl8wii40Zdq2ZfR0HJzmkbbEW8J95BT7FMiYX3kigcoc3ViwGSlVywJu6
cSWhYtA7R6FJMETPEuBYFHc+9iHURHJG5GsHC543YrzmsVuumbsDAWJcmuNdQ8cu
N2d/G7IWQSvHQIu2wEEwP3r14mxyllJHoRI/zTu2xIYZI8OV6bJHUsv9klxPEZi5
b/mpnpxW4Ed+lWL9KUOMdDMCoRxule/w/bV1X7UAaJec1BbF3ykvYkzoFxNoB4bO
T0IKeH7JAgMBAAECggEADbzTttgMcaFdcAX30kopOyL3iJA+LKyxSWH4fpuJyoKR
o0kqv9tk505lHlFG3sam3sUG6awZzlYkRqkZQ5Kgyr6UhElBgaSpbq7gzKChMB81
zrFvq78ZbKlraNsvbJ/P0Ml+99F1HSgwS/OIkfg6Yq1O3+4+dYMfn0yjyd5n2SK2
YZx+1emDCoK4InbgxbC6HG7AeMAznEnDLhrA8WsDktc8h8jS/iz4zinfPZMApCAZ
k4LO+dwRsI207Wye3bDol2RTIshPE3FcJcF/YvTgG2byt5qui8npMZJMDaxBxdmV
tOLaK8BsIpARBCZcZiGHnItQl+TveER03U/iiz0B5QKBgQDmVoXFEmVQG+nM4gWm
HOOKuFE5AM3ca8Gj6gBuTSOp9lmWwGb3hd4oj22QfyxMu8AO6Gp22RkAuvekEKB+
3FueVyVk/5sAKtj/VJd12wTZiwNn3HMBaYJGdp8A9s99cCPvDUVsFkl0b1nhQXyk
4SnnXVbJR6Rl56W6cRcIfgmb1QKBgQC9+KmSNytOrWNNcnNLfdVaMPW9gpnw14+a
JExnmVLVTlEako1IwqSXTaQNXNr6av5f3yoLQ1422LC07I1QpDrFqXDfe996lBtD
bFLNotJUr8rWGtGJRih9dOxovL13R92qseZVnThmmTy14nMVxK7Bxjz8Cmx2mG56
INfzaNqVJQKBgGwn0nY/9gyQns7Sjp56UCnR9GmUxBUtD+bcuMkSNZ3YDCcqPu8Z
D8Dx4BuKa424Vy1o2pzlwcTDBgcmu4X2CJsoBmoPT4PbmrsByIDRj8xqZvX84I+Y
MFDP4Ed+nN0kq+rSy3c+W81tf8Gyk0mEZL276UVn+3zSMdKCybL2I6LlAoGBAIeM
aCImL0aCPTrDkTSqYpNqH83K5GCOzq4jfEjng80jhoc5Too+KAa1pXrLaIwJz9tE
dtF2jkEAOIW/y81ggXcMQbeUwY7LIvDm1+ZWaVF35XkDxcL3RmjOBuls0pvLsYTc
TweDmPzMFh+Jpqg/oJovAtCr91xfw2RtDullRaHpAoGAfUOXM6NWWP1CP/sXKCBX
/NO3o15vkIOnfdQjC2GJkcEw3VFaV1P6N9FGtxhextUm4vNsdXSFEB6T5zYFfXCY
kMS8myzamkicw0PCvuHEi+sLFGcDxyO8FbiTB5ed0O9Z+NxiUBK8n3AO+jYiS7Ot
7ZYRIbG+8rw0vZgqhhGOiPc=
-----END PRIVATE KEY-----
`,
  },
} as const

/** A second one at each host, in a tenant and an account of its own; the sandbox gives both service accounts one key. */
export const secondProbeMailboxes = {
  microsoft: {
    address: 'proof@inboxyardsecond.onmicrosoft.com',
    tenantId: '7c1f4b90-52da-4e68-8f03-a9b6d21c5e74',
    clientId: '94b0d7e6-1f38-4c25-a7d9-0e62f5b8c341',
    clientSecret: 'sandbox~Q8s.client-secret-of-the-second-probe-tenant',
  },
  google: {
    address: 'proof@inboxyard-second.test',
    clientEmail: 'probe@inboxyard-second.iam.gserviceaccount.com',
    privateKey: demoProbeMailboxes.google.privateKey,
  },
} as const
