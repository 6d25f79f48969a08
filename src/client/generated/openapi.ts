// Generated from the interface description by `npm run client-types`. Not to be edited.

export interface paths {
    "/v1/address/autocomplete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest addresses for partial text
         * @description Suggests addresses for a text as it is typed, best first. Costs 1 credit.
         */
        get: operations["autocomplete"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check an address
         * @description Finds the one record that matches a whole address best, and says how well. Costs 1 credit.
         */
        get: operations["validate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/enrich": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the complete document of an address
         * @description Answers the document of one current address, principal or alias, primary or secondary, by its id. Costs 3 credits.
         */
        get: operations["enrich"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find addresses near a point
         * @description Finds the addresses nearest to a point, by great-circle distance. Costs 2 credits.
         */
        get: operations["reverseGeocode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/lookup/postcode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the localities of a postcode
         * @description Lists the localities inside a postcode. Counts are of that locality within that postcode. Costs 1 credit.
         */
        get: operations["lookupPostcode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/lookup/suburb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the postcodes of a suburb
         * @description Finds a suburb or locality by its name, an alias or the nearest spelling. Without `state`, localities of the same name are taken together. Costs 1 credit.
         */
        get: operations["lookupSuburb"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Alive */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ready */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        State: "NSW" | "VIC" | "QLD" | "SA" | "WA" | "TAS" | "NT" | "ACT";
        /** @description New for every response. */
        RequestId: string;
        /** @description How well the address matches the request, by the scorer `address-match-v1`. */
        ServiceMatchScore: number;
        /**
         * @description 67 to 100 is `high`, 34 to 66 `medium`, 1 to 33 `low`, 0 `none`.
         * @enum {string}
         */
        ServiceMatchQuality: "high" | "medium" | "low" | "none";
        Geocode: {
            /**
             * Format: double
             * @description WGS84 degrees
             */
            latitude: number;
            /**
             * Format: double
             * @description WGS84 degrees
             */
            longitude: number;
            /** @description G-NAF geocoding method. */
            type?: string | null;
            /** @description Lower means more precise location evidence; not match quality. */
            reliability?: number | null;
        };
        AllGeocode: {
            /**
             * Format: double
             * @description WGS84 degrees
             */
            latitude: number;
            /**
             * Format: double
             * @description WGS84 degrees
             */
            longitude: number;
            /** @description G-NAF geocoding method. */
            type?: string | null;
            reliability?: number | null;
        };
        Location: {
            /**
             * Format: double
             * @description WGS84 degrees
             */
            lat: number;
            /**
             * Format: double
             * @description WGS84 degrees
             */
            lon: number;
        };
        NamedArea: {
            name: string;
            code?: string | null;
        };
        MeshBlock: {
            /** @description ABS mesh block code. */
            code: string;
            /** @description Land use, such as Residential. */
            category?: string | null;
        };
        /** @description Council ward. */
        Ward: {
            name?: string | null;
        };
        Boundaries: {
            lga?: components["schemas"]["NamedArea"] | null;
            stateElectorate?: components["schemas"]["NamedArea"] | null;
            commonwealthElectorate?: components["schemas"]["NamedArea"] | null;
            meshBlock?: components["schemas"]["MeshBlock"] | null;
            sa2?: components["schemas"]["NamedArea"] | null;
            sa3?: components["schemas"]["NamedArea"] | null;
            sa4?: components["schemas"]["NamedArea"] | null;
            gccsa?: components["schemas"]["NamedArea"] | null;
        };
        EnrichedBoundaries: {
            lga?: components["schemas"]["NamedArea"] | null;
            stateElectorate?: components["schemas"]["NamedArea"] | null;
            commonwealthElectorate?: components["schemas"]["NamedArea"] | null;
            meshBlock?: components["schemas"]["MeshBlock"] | null;
            sa2?: components["schemas"]["NamedArea"] | null;
            sa3?: components["schemas"]["NamedArea"] | null;
            sa4?: components["schemas"]["NamedArea"] | null;
            gccsa?: components["schemas"]["NamedArea"] | null;
            /** @description ABS Statistical Area Level 1 code. */
            sa1?: string | null;
            ward?: components["schemas"]["Ward"] | null;
        };
        AddressComponents: {
            addressSiteName?: string | null;
            buildingName?: string | null;
            flatType?: string | null;
            flatNumber?: string | null;
            levelType?: string | null;
            levelNumber?: string | null;
            lotNumber?: string | null;
            streetNumberFirst?: string | null;
            streetNumberLast?: string | null;
            streetName?: string | null;
            streetType?: string | null;
            streetSuffix?: string | null;
        };
        LocalityContext: {
            /** @description Public locality identifier. */
            id?: string | null;
            classification?: string | null;
            neighbours?: string[];
            aliases?: string[];
        };
        StreetContext: {
            /** @description Public street identifier. */
            id?: string | null;
            classification?: string | null;
            aliases?: string[];
        };
        AddressAlias: {
            id?: string | null;
            addressLabel?: string | null;
            /** @description Kind of alias. */
            type?: string | null;
        };
        SecondaryAddress: {
            id?: string | null;
            addressLabel?: string | null;
        };
        /** @description Only with `debug=true`. For support only. */
        DebugInfo: {
            /** @enum {string} */
            scoringVersion: "address-match-v1";
            /** @enum {string} */
            queryMode: "autocomplete" | "validate" | "enrich" | "reverse" | "lookup";
            /** @description Component names; the shape may evolve between scoring versions. */
            matchedComponents?: {
                [key: string]: "exact" | "prefix" | "fuzzy" | "none";
            };
            scoreCaps?: string[];
            /**
             * Format: double
             * @description Unstable: not to be stored or decided upon.
             */
            searchScore?: number;
        };
        EnrichedAddress: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel?: string | null;
            /** @description Official suburb or locality name. */
            localityName?: string | null;
            state?: components["schemas"]["State"] | null;
            /** @description Always a string. */
            postcode?: string | null;
            /** @description G-NAF source-record confidence, not match quality. 2: three contributor datasets support the address, 1: two, 0: one, -1: retired. */
            confidence?: number | null;
            geocode?: components["schemas"]["Geocode"] | null;
            location?: components["schemas"]["Location"] | null;
            boundaries?: components["schemas"]["EnrichedBoundaries"] | null;
            /** @description Source data release of the record; not the API version. */
            sourceDataRelease?: string | null;
            /** @enum {string|null} */
            addressRole?: "PRIMARY" | "SECONDARY" | null;
            components?: components["schemas"]["AddressComponents"];
            /** @description Parcel or legal-property reference. */
            legalParcelId?: string | null;
            allGeocodes?: components["schemas"]["AllGeocode"][];
            locality?: components["schemas"]["LocalityContext"];
            street?: components["schemas"]["StreetContext"];
            aliases?: components["schemas"]["AddressAlias"][];
            secondaries?: components["schemas"]["SecondaryAddress"][];
            debug?: components["schemas"]["DebugInfo"];
        };
        StandardRecord: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel?: string | null;
            /** @description Official suburb or locality name. */
            localityName?: string | null;
            state?: components["schemas"]["State"] | null;
            /** @description Always a string. */
            postcode?: string | null;
            /** @description G-NAF source-record confidence, not match quality. 2: three contributor datasets support the address, 1: two, 0: one, -1: retired. */
            confidence?: number | null;
            geocode?: components["schemas"]["Geocode"] | null;
            location?: components["schemas"]["Location"] | null;
            boundaries?: components["schemas"]["Boundaries"] | null;
        };
        Suggestion: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel?: string | null;
            /** @description Official suburb or locality name. */
            localityName?: string | null;
            state?: components["schemas"]["State"] | null;
            /** @description Always a string. */
            postcode?: string | null;
            serviceMatchScore: components["schemas"]["ServiceMatchScore"];
            serviceMatchQuality: components["schemas"]["ServiceMatchQuality"];
            debug?: components["schemas"]["DebugInfo"];
        };
        AutocompleteAnswer: {
            suggestions: components["schemas"]["Suggestion"][];
            /** @description The number of suggestions here. */
            total: number;
            debug?: components["schemas"]["DebugInfo"];
        };
        ValidateAnswer: {
            match: components["schemas"]["StandardRecord"] | null;
            serviceMatchScore: components["schemas"]["ServiceMatchScore"];
            serviceMatchQuality: components["schemas"]["ServiceMatchQuality"];
            debug?: components["schemas"]["DebugInfo"];
        };
        ReverseResult: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel?: string | null;
            /** @description Official suburb or locality name. */
            localityName?: string | null;
            state?: components["schemas"]["State"] | null;
            /** @description Always a string. */
            postcode?: string | null;
            /** @description G-NAF source-record confidence, not match quality. 2: three contributor datasets support the address, 1: two, 0: one, -1: retired. */
            confidence?: number | null;
            geocode?: components["schemas"]["Geocode"] | null;
            location?: components["schemas"]["Location"] | null;
            boundaries?: components["schemas"]["Boundaries"] | null;
            /** @description Great-circle metres, one decimal. */
            distance_m: number;
        };
        ReverseAnswer: {
            /** @description Nearest first, ties by `id`. */
            results: components["schemas"]["ReverseResult"][];
            /** @description The number of addresses within the radius. */
            total: number;
            debug?: components["schemas"]["DebugInfo"];
        };
        PostcodeLocality: {
            name: string;
            state: components["schemas"]["State"] | null;
            address_count: number;
        };
        PostcodeAnswer: {
            postcode: string;
            /** @description Most addresses first, then by name. */
            localities: components["schemas"]["PostcodeLocality"][];
            debug?: components["schemas"]["DebugInfo"];
        };
        Bounds: {
            top_left: components["schemas"]["Location"];
            bottom_right: components["schemas"]["Location"];
        };
        SuburbAnswer: {
            /** @description The official name found, in upper case; the name asked for when none is. */
            suburb: string;
            postcodes: string[];
            address_count: number;
            /** @description Only when the request gave it. */
            state?: components["schemas"]["State"];
            /** @description Left out when there are no addresses. */
            bounds?: components["schemas"]["Bounds"];
            debug?: components["schemas"]["DebugInfo"];
        };
        Health: {
            /** @constant */
            status: "ok";
            /**
             * @description Whether the sidecar gives signs of life.
             * @enum {unknown}
             */
            sidecar?: "running" | "silent";
            /**
             * @description Usage waits in the counter file while the ledger is away.
             * @enum {unknown}
             */
            ledger?: "reachable" | "away";
            /**
             * Format: date-time
             * @description When all usage was last in the ledger.
             */
            drained_at?: string | null;
        };
        Ready: {
            /** @constant */
            status: "ready";
            /** @description G-NAF release of the index. */
            release: string;
            addresses: number;
            /**
             * @description Whether the sidecar gives signs of life.
             * @enum {unknown}
             */
            sidecar?: "running" | "silent";
            /**
             * @description Usage waits in the counter file while the ledger is away.
             * @enum {unknown}
             */
            ledger?: "reachable" | "away";
            /**
             * Format: date-time
             * @description When all usage was last in the ledger.
             */
            drained_at?: string | null;
        };
        NoSidecar: {
            /** @constant */
            status: "no sidecar";
            /**
             * @description Whether the sidecar gives signs of life.
             * @enum {unknown}
             */
            sidecar?: "running" | "silent";
            /**
             * @description Usage waits in the counter file while the ledger is away.
             * @enum {unknown}
             */
            ledger?: "reachable" | "away";
            /**
             * Format: date-time
             * @description When all usage was last in the ledger.
             */
            drained_at?: string | null;
        };
        Stopping: {
            /** @constant */
            status: "stopping";
        };
    };
    responses: {
        /** @description A required parameter is missing, a value is outside its format, or the request has a body. */
        Error400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "INVALID_PARAMETERS";
                        /** @constant */
                        message: "Invalid query parameters";
                        /** @constant */
                        status: 400;
                        request_id: components["schemas"]["RequestId"];
                        /** @description Parameter names, each with what is wrong with it; `body` for a request that has one. */
                        details: {
                            [key: string]: string[];
                        };
                    };
                };
                "text/html": string;
            };
        };
        /** @description The API key is missing, or it is unknown, inactive or malformed. */
        Error401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "MISSING_API_KEY";
                        /** @constant */
                        message: "Missing X-Api-Key header";
                        /** @constant */
                        status: 401;
                        request_id: components["schemas"]["RequestId"];
                    };
                } | {
                    error: {
                        /** @constant */
                        code: "INVALID_API_KEY";
                        /** @constant */
                        message: "Invalid API key";
                        /** @constant */
                        status: 401;
                        request_id: components["schemas"]["RequestId"];
                    };
                };
            };
        };
        /** @description The plan lacks the address product. */
        Error403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "PRODUCT_NOT_ALLOWED";
                        /** @constant */
                        message: "Product not included in your plan";
                        /** @constant */
                        status: 403;
                        request_id: components["schemas"]["RequestId"];
                        /** @description The product asked for, and those that the account has. */
                        details: {
                            /** @description The API family of the route. */
                            product: string;
                            allowed: string[];
                        };
                    };
                };
            };
        };
        /** @description No such address (enrich), path or method. */
        Error404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "NOT_FOUND";
                        message: string;
                        /** @constant */
                        status: 404;
                        request_id: components["schemas"]["RequestId"];
                    };
                };
            };
        };
        /** @description The burst limit is exceeded, or the quota is exhausted. */
        Error429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "RATE_LIMITED";
                        /** @constant */
                        message: "Rate limit exceeded";
                        /** @constant */
                        status: 429;
                        request_id: components["schemas"]["RequestId"];
                    };
                } | {
                    error: {
                        /** @constant */
                        code: "QUOTA_EXCEEDED";
                        message: string;
                        /** @constant */
                        status: 429;
                        request_id: components["schemas"]["RequestId"];
                        details: {
                            product: string;
                            used: number;
                            limit: number;
                            required: number;
                            /** Format: date-time */
                            resets_at: string;
                        };
                    };
                };
            };
        };
        /** @description Unexpected failure. */
        Error500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @constant */
                        code: "INTERNAL_ERROR";
                        /** @constant */
                        message: "Internal server error";
                        /** @constant */
                        status: 500;
                        request_id: components["schemas"]["RequestId"];
                    };
                };
            };
        };
        /** @description The request head is over 16 KiB, or has 100 headers. The connection closes. */
        Error431: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description The request line is not that of HTTP/1.1. The connection closes. */
        Error505: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Unique request identifier. */
        "X-Request-Id": components["schemas"]["RequestId"];
        /** @description API family whose credit counter was updated. */
        "X-RateLimit-Product": string;
        /** @description When the current credit window resets. */
        "X-RateLimit-Reset": string;
        /** @description Included credits; not on uncapped plans. */
        "X-RateLimit-Limit": number;
        /** @description Included credits that remain, at least zero. */
        "X-RateLimit-Remaining": number;
        /** @description The included credits were exceeded. */
        "X-RateLimit-Over": "true";
        /** @description The account has an overdue bill. */
        "X-Payment-Overdue": "true";
        /** @description Seconds. Sent with RATE_LIMITED. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    autocomplete: {
        parameters: {
            query: {
                /**
                 * @description The address as far as it is typed. The last word is a prefix unless a space or comma follows it.
                 * @example 12 collins st melb
                 */
                q: string;
                /**
                 * @description Only addresses of this state or territory, in either case. Other Territories have no value here.
                 * @example VIC
                 */
                state?: string;
                /**
                 * @description The most suggestions to return.
                 * @example 5
                 */
                limit?: number;
                /**
                 * @description Latitude (WGS84 degrees) of a point to prefer addresses near, among equally good matches. Goes with `lon`.
                 * @example -37.8136
                 */
                lat?: number;
                /**
                 * @description Longitude (WGS84 degrees) of a point to prefer addresses near, among equally good matches. Goes with `lat`.
                 * @example 144.9631
                 */
                lon?: number;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "suggestions": [
                     *         {
                     *           "id": "GAVIC411087566",
                     *           "addressLabel": "12 EXAMPLE STREET",
                     *           "localityName": "HAMPTON",
                     *           "state": "VIC",
                     *           "postcode": "3188",
                     *           "serviceMatchScore": 92,
                     *           "serviceMatchQuality": "high"
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AutocompleteAnswer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            505: components["responses"]["Error505"];
        };
    };
    validate: {
        parameters: {
            query: {
                /**
                 * @description The address to check, as one text.
                 * @example 12 Collins Street, Melbourne VIC 3000
                 */
                q: string;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "match": null,
                     *       "serviceMatchScore": 0,
                     *       "serviceMatchQuality": "none"
                     *     }
                     */
                    "application/json": components["schemas"]["ValidateAnswer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            505: components["responses"]["Error505"];
        };
    };
    enrich: {
        parameters: {
            query: {
                /**
                 * @description The id of an address, as Autocomplete, Validate and Reverse geocode return it. An opaque string.
                 * @example GAVIC411087566
                 */
                id: string;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "GAVIC411087566",
                     *       "addressLabel": "12 EXAMPLE STREET",
                     *       "localityName": "HAMPTON",
                     *       "state": "VIC",
                     *       "postcode": "3188",
                     *       "confidence": 2,
                     *       "geocode": {
                     *         "latitude": -37.93,
                     *         "longitude": 145.01,
                     *         "type": "PROPERTY CENTROID",
                     *         "reliability": 2
                     *       },
                     *       "location": {
                     *         "lat": -37.93,
                     *         "lon": 145.01
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EnrichedAddress"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            505: components["responses"]["Error505"];
        };
    };
    reverseGeocode: {
        parameters: {
            query: {
                /**
                 * @description Latitude in WGS84 degrees.
                 * @example -37.8136
                 */
                lat: number;
                /**
                 * @description Longitude in WGS84 degrees.
                 * @example 144.9631
                 */
                lon: number;
                /**
                 * @description How far to look, in metres.
                 * @example 100
                 */
                radius?: number;
                /**
                 * @description The most addresses to return.
                 * @example 5
                 */
                limit?: number;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "GAVIC411087566",
                     *           "addressLabel": "12 EXAMPLE STREET",
                     *           "distance_m": 12.5
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ReverseAnswer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            505: components["responses"]["Error505"];
        };
    };
    lookupPostcode: {
        parameters: {
            query: {
                /**
                 * @description Four digits, leading zeroes included.
                 * @example 3188
                 */
                postcode: string;
                /**
                 * @description The most localities to return.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "postcode": "3188",
                     *       "localities": [
                     *         {
                     *           "name": "HAMPTON",
                     *           "state": "VIC",
                     *           "address_count": 7410
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PostcodeAnswer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            505: components["responses"]["Error505"];
        };
    };
    lookupSuburb: {
        parameters: {
            query: {
                /**
                 * @description The name of a suburb or locality.
                 * @example Bondi Beach
                 */
                suburb: string;
                /**
                 * @description Only addresses of this state or territory, in either case. Other Territories have no value here.
                 * @example VIC
                 */
                state?: string;
                /**
                 * @description The most postcodes to return.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "suburb": "HAMPTON",
                     *       "postcodes": [
                     *         "3188"
                     *       ],
                     *       "address_count": 7410
                     *     }
                     */
                    "application/json": components["schemas"]["SuburbAnswer"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            505: components["responses"]["Error505"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["Error400"];
            431: components["responses"]["Error431"];
            505: components["responses"]["Error505"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The index is open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            400: components["responses"]["Error400"];
            431: components["responses"]["Error431"];
            /** @description The server is stopping, or keys and plans do not reach it. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stopping"] | components["schemas"]["NoSidecar"];
                };
            };
            505: components["responses"]["Error505"];
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Error400"];
            431: components["responses"]["Error431"];
            505: components["responses"]["Error505"];
        };
    };
}
