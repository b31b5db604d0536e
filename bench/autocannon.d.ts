declare module 'autocannon' {
  export interface Result {
    '2xx': number
    non2xx: number
    /** Seconds. */
    duration: number
    requests: { average: number }
  }
  export default function autocannon(options: {
    url: string
    method?: string
    headers?: Record<string, string>
    body?: string
    /** Made again each time one is sent. */
    requests?: { setupRequest: (request: object) => object }[]
    connections: number
    /** Seconds. */
    duration: number
  }): Promise<Result>
}
