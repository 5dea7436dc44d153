/** A copy of client/service_config.json, which the clients of all languages share. */
export const serviceConfig = {
  loadBalancingConfig: [{ round_robin: {} }],
  methodConfig: [
    {
      name: [{}],
      maxRequestMessageBytes: 2147483647,
      maxResponseMessageBytes: 2147483647,
      retryPolicy: {
        maxAttempts: 5,
        initialBackoff: "0.1s",
        maxBackoff: "5s",
        backoffMultiplier: 2,
        retryableStatusCodes: ["UNAVAILABLE"],
      },
    },
  ],
};
