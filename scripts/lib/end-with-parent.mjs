// Loaded into every process that serve.ts starts: when serve.ts is gone, however it ended, they end as well.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
