import pg from 'pg'

/**
 * What names a database wherever it is reached from: the cluster's own number, which its standbys share, and that of
 * the database in it. A copy that is restored elsewhere has another name.
 */
export async function postgresSpace(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'mkt-server' })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select (select system_identifier from pg_control_system())::text || '.' || oid::text as space
         from pg_database where datname = current_database()`,
    )
    return rows[0].space
  } finally {
    await client.end()
  }
}
