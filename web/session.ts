import { useSyncExternalStore } from 'react';
import type { MessageKey } from '../contracts/envelope.ts';
import { localValues, sessionValues } from './storage.ts';

const TOKEN = 'token';
const APP_INFO = 'app_info';
const WARNING_CLOSED = 'warning_closed';
const LOGOUT = 'logs_out_at';
const listeners = new Set<() => void>();

/** The token that the server accepted in this document, and the reason of a later refusal. */
let checked: string | null = null;
let refusal: MessageKey | null = null;

function notifyListeners() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  // A page from the back/forward cache has missed all events.
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('pageshow', listener);
  };
}

export function readToken(): string | null {
  return localValues.get(TOKEN);
}

/** `logout` is the page that ends the login at a provider, too. */
export function startSession(token: string, logout?: string) {
  localValues.set(TOKEN, token);
  if (logout === undefined) localValues.remove(LOGOUT);
  else localValues.set(LOGOUT, logout);
  clearAppInfo();
  sessionValues.remove(WARNING_CLOSED);
  notifyListeners();
}

/** Where a logout leads that ends the login at the provider, too; null: there is no such page. */
export function takeLogout(): string | null {
  const path = localValues.get(LOGOUT);
  localValues.remove(LOGOUT);
  return path !== null && /^\/login\/sso\/\d+\/logout$/.test(path) ? path : null;
}

/** The same login with a new token. The old one works for another minute, for calls on their way. */
export function renewSession(token: string) {
  localValues.set(TOKEN, token);
  checked = token;
  clearAppInfo();
  notifyListeners();
}

/** Ends the session without notice to the page, which is about to unload. */
export function forgetSession() {
  localValues.remove(TOKEN);
  clearAppInfo();
}

/** Ends the session, and the page stays open. */
export function endSession() {
  forgetSession();
  notifyListeners();
}

export function confirmSession() {
  checked = readToken();
}

/** Ends the session unless another login has replaced it. */
export function endSessionWithToken(token: string, reason: MessageKey) {
  if (readToken() !== token) return;
  if (token === checked) refusal = reason;
  forgetSession();
  notifyListeners();
}

/** The reason why the login ended during this visit; null: the server never accepted one. */
export function readRefusal(): MessageKey | null {
  return refusal;
}

/** True while a token is stored. The server may still refuse it. */
export function useIsLogin(): boolean {
  return useSyncExternalStore(subscribe, readToken) !== null;
}

export function readAppInfo(): unknown {
  return sessionValues.getJson(APP_INFO);
}

export function storeAppInfo(json: string) {
  sessionValues.set(APP_INFO, json);
}

export function clearAppInfo() {
  sessionValues.remove(APP_INFO);
}

/** Whether the warning of this login was closed, which a further login shows again. */
export function isWarningClosed(): boolean {
  return sessionValues.get(WARNING_CLOSED) === 'yes';
}

export function closeWarning() {
  sessionValues.set(WARNING_CLOSED, 'yes');
}
