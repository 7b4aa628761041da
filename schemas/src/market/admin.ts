import { userList, userListQuery } from '../account.ts'
import { defineEndpoint } from '../endpoint.ts'
import { adminHostList, adminHostQuery } from '../host.ts'

const adminUsers = defineEndpoint({
  name: 'adminUsers',
  method: 'GET',
  path: '/admin/users',
  credential: 'admin',
  summary: 'All users, newest first',
  query: userListQuery,
  answers: { 200: userList },
  errors: [],
})

const adminHosts = defineEndpoint({
  name: 'adminHosts',
  method: 'GET',
  path: '/admin/hosts',
  credential: 'admin',
  summary: 'All hosts, newest first',
  query: adminHostQuery,
  answers: { 200: adminHostList },
  errors: [],
})

/** What an operator sees. */
export const adminEndpoints = { adminUsers, adminHosts }
