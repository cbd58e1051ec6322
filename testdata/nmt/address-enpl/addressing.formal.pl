Proszę umyć okno.
Proszę pokazać swój stół.
Proszę umyć butelkę.
Dziękuję za Pana list.
Może Pan sprawdzić okno dzisiaj.
Proszę sprzedać swoją walizkę i zamknąć butelkę.
Pana książka jest w Paryżu.
Dziękuję za Pana pudełko w poniedziałek.
Dziękuję za Pana klucz w poniedziałek.
Czy może Pan otworzyć swoje zdjęcie?
Dziękuję za Pana lampę.
Musi Pan zamknąć pudełko.
Pana walizka jest w Londynie dzisiaj.
Dziękuję za Pana pudełko.
Może Pan pokazać swoją butelkę.
Może Pan zamknąć swoją książkę.
Proszę sprawdzić swoją lampę jutro.
Czy ma Pan lampę w poniedziałek?
Proszę sprawdzić pudełko i wysłać walizkę.
Dziękuję za Pana stół w poniedziałek.
Dziękuję za Pana okno w poniedziałek.
Proszę wysłać swoje zdjęcie.
Proszę przynieść okno.
Proszę zamknąć swój list.
Może Pan kupić swój klucz.
Proszę przynieść książkę jutro.
Musi Pan umyć swoje pudełko.
Pana list jest w Rzymie w poniedziałek.
Proszę pokazać butelkę.
Musi Pan umyć walizkę.
Proszę przynieść swój klucz i zamknąć walizkę.
Proszę pokazać swoją walizkę w poniedziałek.
Pana zdjęcie jest w Londynie jutro.
Czy ma Pan swoją lampę jutro?
Proszę otworzyć swoje pudełko.
Może Pan umyć swoje pudełko.
Dziękuję za Pana walizkę.
Pana lampa jest w Paryżu jutro.
Proszę sprzedać stół.
Proszę wysłać swoje okno.
Proszę pokazać lampę i zamknąć stół.
Dziękuję za Pana książkę.
Może Pan sprawdzić okno.
Czy ma Pan swój list?
Dziękuję za Pana okno.
Proszę umyć swój list jutro.
Musi Pan pokazać lampę.
Pana lampa jest w Londynie.
Martin mówi, że ma Pan list.
Musi Pan sprawdzić klucz.
Musi Pan umyć swój stół.
Pana książka jest w Londynie.
Może Pan przynieść pudełko.
Musi Pan otworzyć swoją lampę.
Thomas mówi, że ma Pan swój stół.
Może Pan przynieść list.
Martin mówi, że ma Pan książkę.
Musi Pan zamknąć list.
Pana butelka jest w Rzymie.
Proszę umyć swoją książkę w poniedziałek.
Czy ma Pan swój klucz?
Proszę zamknąć książkę i kupić okno.
Pana zdjęcie jest w Paryżu w poniedziałek.
Dziękuję za Pana butelkę.
Proszę zamknąć swoje okno.
Dziękuję za Pana stół.
Pana książka jest w Berlinie jutro.
Proszę zamknąć swoje okno i przynieść zdjęcie.
Czy ma Pan lampę?
Dziękuję za Pana książkę jutro.
Czy może Pan umyć lampę?
Proszę wysłać lampę.
Czy może Pan kupić swoją walizkę?
Może Pan zamknąć lampę.
Musi Pan sprawdzić pudełko.
Musi Pan otworzyć zdjęcie.
Czy ma Pan książkę?
Czy może Pan przynieść butelkę?
Musi Pan wysłać stół.
Proszę kupić walizkę.
Musi Pan sprzedać swoją walizkę.
Czy może Pan kupić swój klucz?
Może Pan kupić swój stół dzisiaj.
Proszę otworzyć zdjęcie.
Proszę zamknąć butelkę w Berlinie.
Proszę naprawić swój stół.
Może Pan przynieść klucz.
Martin mówi, że ma Pan swoją walizkę.
Musi Pan naprawić swój list.
Proszę wysłać swoją butelkę jutro.
Może Pan sprawdzić swoją walizkę.
Proszę sprawdzić swoje pudełko i umyć walizkę.
Proszę zamknąć swoją lampę.
Proszę zamknąć swoje okno jutro.
Proszę sprzedać swoją lampę i zamknąć książkę.
Czy ma Pan swoją walizkę dzisiaj?
Proszę kupić lampę i zamknąć okno.
Musi Pan naprawić pudełko.
Musi Pan naprawić swoją butelkę.
Czy może Pan wysłać swoją walizkę?
Thomas mówi, że ma Pan książkę.
Musi Pan kupić walizkę.
Proszę naprawić lampę w Rzymie.
Peter mówi, że ma Pan swoje pudełko.
Musi Pan kupić swoją książkę.
Proszę naprawić swoją walizkę.
Może Pan kupić zdjęcie.
Czy może Pan kupić stół?
Dziękuję za Pana list dzisiaj.
Proszę pokazać swój klucz i zamknąć walizkę.
Proszę naprawić swoją butelkę w poniedziałek.
Pana książka jest w Londynie jutro.
Czy może Pan naprawić butelkę?
Czy może Pan sprawdzić swój klucz?
Musi Pan otworzyć lampę.
Może Pan naprawić swoją lampę w poniedziałek.
Czy ma Pan klucz dzisiaj?
Proszę wysłać swoje pudełko i sprzedać okno.
Laura mówi, że ma Pan list.
Proszę pokazać swoje zdjęcie w Paryżu.
